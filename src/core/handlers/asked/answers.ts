import type { CommandOf } from '../../../contracts/commands.ts'
import {
  EVERY_QUESTION,
  type GivenAnswer,
  type OpenQuestion,
} from '../../../contracts/asked/questions.ts'
import type { Rejection } from '../../../contracts/rejections.ts'
import type { Draft } from '../../decide/draft.ts'
import { stopOf } from '../../questions/stop.ts'

type Answering = CommandOf<'answerQuestions'>

/** Journals one entry per decided issue; the questions are those the host has just read. */
export function handleAnswers(draft: Draft, command: Answering): void {
  const { state, knownFacts } = draft
  const { stopSeq, phase } = state
  const stop = stopOf(state)
  const questions = knownFacts.questions ?? []
  const refusal = refusalOf(draft, command, questions)
  if (refusal !== null || stop === null || stopSeq === null)
    return draft.refuse(command.commandId, refusal ?? { code: 'NOTHING_ASKED', item: state.item })
  for (const { key, title, text } of answered(questions, command.answers, decided(draft)))
    draft.emit({
      type: 'answer.given',
      about: stopSeq,
      phase,
      document: stop.document,
      key,
      issue: title,
      text,
    })
  draft.accept(command.commandId)
}

function refusalOf({ state }: Draft, command: Answering, asked: OpenQuestion[]): Rejection | null {
  const { item, stopSeq } = state
  const stop = stopOf(state)
  if (stop === null || asked.length === 0) return { code: 'NOTHING_ASKED', item }
  const keys = command.answers.map(({ key }) => key)
  if ((command.about ?? stopSeq) !== stopSeq)
    return { code: 'ASKED_EARLIER', item, keys, document: stop.document }
  const known = asked.map(({ key }) => key)
  const foreign = keys.find((key) => key !== EVERY_QUESTION && !known.includes(key))
  return foreign === undefined ? null : { code: 'NOT_ASKED', item, key: foreign, asked: known }
}

/** The questions of this stop that already have an answer. */
const decided = ({ state: { decisions, stopSeq } }: Draft): string[] =>
  decisions.filter(({ about }) => about === stopSeq).map(({ key }) => key)

type Answered = Pick<OpenQuestion, 'key' | 'title'> & { text: string }

/** In the order of the questions; `*` answers those still open, or all if none is. */
function answered(asked: OpenQuestion[], answers: GivenAnswer[], known: string[]): Answered[] {
  const textFor = (wanted: string): string | undefined =>
    answers.findLast(({ key }) => key === wanted)?.text
  const isOpen = (key: string): boolean => !known.includes(key) && textFor(key) === undefined
  const isAnyOpen = asked.some(({ key }) => isOpen(key))
  return asked.flatMap(({ key, title }) => {
    const forAll = isOpen(key) || !isAnyOpen ? textFor(EVERY_QUESTION) : undefined
    const text = textFor(key) ?? forAll
    return text === undefined ? [] : [{ key, title, text }]
  })
}
