import { text as textOf } from 'node:stream/consumers'
import type { PermissionAnswer } from '../../../contracts/launch/agent.ts'
import { givenAnswerSchema } from '../../../contracts/asked/answer-schema.ts'
import { EVERY_QUESTION, type Asked, type GivenAnswer } from '../../../contracts/asked/questions.ts'
import type { AutoExecutionState } from '../../../contracts/run-state.ts'
import type { WorkItem } from '../../../contracts/work-item.ts'
import { isLive } from '../../../core/workflow/rules/allowed-acts.ts'
import { readAsked } from '../../../host/items/read-questions.ts'
import type { CommandDetails, Invocation } from '../../command.ts'
import { EXIT } from '../../exit-codes.ts'
import { Refused, UsageError } from '../../problems.ts'
import { existingItem, openProjectContext, type ProjectContext } from '../../project.ts'
import { actAndResume } from '../../run/act-and-resume.ts'
import { journalsOf } from '../../run/process-journals.ts'
import { TRUST_OPTIONS } from '../../run/trusting.ts'
import { oneOf } from '../../words/commands/closest.ts'
import { askedLines } from '../../words/question-words.ts'
import { carryOut } from '../../words/commands/short-command.ts'

const ANSWERS = new Map<string, PermissionAnswer>([
  ['allow', 'allow'],
  ['always', 'allow-always'],
  ['deny', 'deny'],
])

export const command: CommandDetails = {
  help: `
Without ANSWER: what stopped the run, question by question, each with its key and its options.
Otherwise ANSWER is your answer; "-" reads it from stdin. If several questions are open, ANSWER is the
key of one and TEXT its answer. Your answer is kept as your decision and goes to every later agent.
With --resume the run continues in the foreground, with the exit codes of run.

While an agent is waiting for permission to use a tool, the answer is allow, always (this agent does
not ask for it again) or deny. Without an answer in time it is denied.`,
  options: {
    all: { value: 'TEXT', help: 'one answer to every question that has none yet' },
    resume: { value: null, help: 'continue the run with the answer' },
    ...TRUST_OPTIONS,
  },
  async run(invocation) {
    const [name = '', ...words] = invocation.positionals
    const context = openProjectContext(invocation)
    const item = existingItem(context, name)
    const { state } = journalsOf(context.folders).fold(item)
    const all = invocation.text('all')
    const isWaiting = state.waitingFor === 'answers'
    const asked = isLive(state) && !isWaiting ? null : readAsked(context.folders, item, state)
    if (asked === null) {
      if (!isLive(state) && words.length === 0) throw new Refused({ code: 'NOTHING_ASKED', item })
      return answerAgent(context, invocation, { item, state, words })
    }
    if (words.length === 0 && all === undefined) return list(context, invocation, { item, asked })
    const answers = await answersIn(asked, words, all)
    if (invocation.has('resume')) {
      const resuming = { answers, about: asked.about, andThen: 'resume' } as const
      return actAndResume(context, invocation, {
        item,
        asked: { type: 'answerQuestions', ...resuming },
        call: (api) => api.call('answerQuestions', { item, ...resuming }),
      })
    }
    const left = unansweredKeys(asked).filter((key) => !isAnswered(answers, key))
    const given = { answers, about: asked.about }
    // A run that waits for answers continues once the last one is given.
    const andThen = isWaiting && left.length === 0 ? { andThen: 'resume' as const } : {}
    await carryOut(context, invocation.output, {
      item,
      asked: { type: 'answerQuestions', ...given, ...andThen },
      call: (api) => api.call('answerQuestions', { item, ...given, ...andThen }),
    })
    invocation.output.say(
      left.length > 0
        ? `Not answered yet: ${left.join(', ')}`
        : isWaiting
          ? 'The run continues'
          : `The agents get it when you resume the run: ${context.typed('resume', item.name)}`,
    )
    return EXIT.completed
  },
}

const unansweredKeys = ({ questions }: Asked): string[] =>
  questions.filter(({ answer }) => answer === null).map(({ key }) => key)

const isAnswered = (answers: GivenAnswer[], key: string): boolean =>
  answers.some((answer) => answer.key === key || answer.key === EVERY_QUESTION)

interface AgentAnswerInput {
  item: WorkItem
  state: AutoExecutionState
  words: string[]
}

/** For a live run, where only the agent can be waiting for an answer. */
async function answerAgent(
  context: ProjectContext,
  { output }: Invocation,
  { item, state, words }: AgentAnswerInput,
): Promise<number> {
  const [word] = words
  const { question } = state
  if (word === undefined && question !== null) {
    const { tool, summary } = question
    output.data({ type: 'permission', questionId: question.id, tool, summary })
    output.say(`The agent asks to use ${[tool, summary].filter(Boolean).join(': ')}`)
    for (const answer of ANSWERS.keys())
      output.say(`  → ${context.typed('answer', item.name, answer)}`)
    return EXIT.completed
  }
  const answer = ANSWERS.get(word ?? '')
  if (answer === undefined) {
    if (word === undefined) throw new Refused({ code: 'NO_QUESTION', item })
    throw new UsageError(`${word} is not an answer`, oneOf(word, [...ANSWERS.keys()]))
  }
  await carryOut(context, output, {
    item,
    asked: { type: 'answer', answer, questionId: null },
    call: (api) => api.call('answer', { item, answer }),
  })
  return EXIT.completed
}

function list(
  context: ProjectContext,
  { output }: Invocation,
  { item, asked }: { item: WorkItem; asked: Asked },
): number {
  const { about, reason, phase, document } = asked
  for (const question of asked.questions)
    output.data({ type: 'question', ...question, about, reason, phase, document })
  for (const line of askedLines(asked, item, context.typed)) output.say(line)
  return EXIT.completed
}

async function answersIn(
  { questions }: Asked,
  words: string[],
  all: string | undefined,
): Promise<GivenAnswer[]> {
  const keys = questions.map(({ key }) => key)
  const [first, second] = words
  const named: GivenAnswer[] = []
  if (second !== undefined) named.push({ key: first ?? '', text: await textOrStdin(second) })
  else if (first !== undefined) {
    const [only = '', ...more] = keys
    if (keys.includes(first) && (more.length > 0 || first !== 'answer'))
      throw new UsageError('TEXT is missing', 'Give the answer after the key')
    if (more.length > 0)
      throw new UsageError(
        `${keys.length} questions are open: ${keys.join(', ')}`,
        'Name the one you answer, or answer all of them with --all TEXT',
      )
    named.push({ key: only, text: await textOrStdin(first) })
  }
  const given =
    all === undefined ? named : [...named, { key: EVERY_QUESTION, text: await textOrStdin(all) }]
  return given.map((answer) => validated(answer))
}

const textOrStdin = async (word: string): Promise<string> =>
  word === '-' ? textOf(process.stdin) : word

function validated(answer: GivenAnswer): GivenAnswer {
  const { data } = givenAnswerSchema.safeParse(answer)
  if (data !== undefined) return data
  if (answer.text.trim() === '') throw new UsageError('TEXT is empty', 'Say what you decide')
  throw new UsageError(
    'TEXT is too long',
    'Put it in a file of the project and ask the agent to read that',
  )
}
