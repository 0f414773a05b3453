import type { Asked, QuestionKind } from '../../contracts/asked/questions.ts'
import type { Rejection } from '../../contracts/rejections.ts'
import type { WorkItem } from '../../contracts/work-item.ts'

type QuestionRejection = Extract<
  Rejection,
  { code: 'NO_QUESTION' | 'NOTHING_ASKED' | 'NOT_ASKED' | 'ASKED_EARLIER' }
>

export function wordsForQuestions(
  rejection: QuestionRejection,
  typed: (...words: string[]) => string,
): { message: string; remedy: string } {
  const { name } = rejection.item
  const list = `See what is asked: ${typed('answer', name)}`
  switch (rejection.code) {
    case 'NO_QUESTION':
      return {
        message: `No agent of ${name} is waiting for an answer`,
        remedy: `See what it is doing: ${typed('log', name)}. If the process that ran it crashed, resume it first: ${typed('resume', name)}`,
      }
    case 'NOTHING_ASKED':
      return {
        message: `${name} has not stopped over a question`,
        remedy: `See where it stands: ${typed('status', name)}. Send its next agent an instruction: ${typed('tell', name, 'TEXT')}`,
      }
    case 'NOT_ASKED':
      return {
        message: `${name} has no question ${rejection.key}. Asked: ${rejection.asked.join(', ')}`,
        remedy: list,
      }
    case 'ASKED_EARLIER':
      return {
        message: `${rejection.keys.join(', ')} was asked at an earlier stop of ${name}${rejection.document === null ? '' : `; now ${rejection.document} asks`}`,
        remedy: list,
      }
    default:
      return rejection satisfies never
  }
}

const KINDS: Record<QuestionKind, string> = {
  discussion: 'Decide',
  finding: 'Finding',
  check: 'Failing check',
  blocked: 'Blocked task',
  denied: 'A tool that was not allowed',
  conflict: 'Files in conflict',
  asked: 'The agent asks',
  clarify: 'Question',
  free: 'Say what should be done',
}

/** What is asked, and how to answer it. */
export function askedLines(
  { questions, document }: Asked,
  { name }: WorkItem,
  typed: (...words: string[]) => string,
): string[] {
  const lines = questions.flatMap(({ key, kind, title, text, options, suggestion, answer }) => [
    `${key}  ${title === '' ? KINDS[kind] : title}`,
    ...(text === '' ? [] : text.split('\n').map((line) => `    ${line}`)),
    ...options.map((option) => `    - ${option}`),
    ...(suggestion === null ? [] : [`    Suggested: ${suggestion}`]),
    ...(answer === null ? [] : [`    Answered: ${answer}`]),
  ])
  const open = questions.find(({ answer }) => answer === null) ?? questions[0]
  const example = open?.options[0] ?? 'TEXT'
  return [
    ...(document === null ? [] : [`Asked in ${document}:`]),
    ...lines,
    '',
    `  → Answer and resume: ${typed('answer', name, open?.key ?? 'KEY', example, '--resume')}`,
    ...(questions.length > 1
      ? [`  → One answer for all: ${typed('answer', name, '--all', 'TEXT', '--resume')}`]
      : []),
  ]
}
