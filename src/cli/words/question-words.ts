import type { Rejection } from '../../contracts/rejections.ts'

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
        message: `${rejection.key} is not asked of ${name}. Asked: ${rejection.asked.join(', ')}`,
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
