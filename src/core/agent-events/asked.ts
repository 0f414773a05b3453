/** A question is at the end of what an agent says, or it is none that it waits with. */
const TAIL = 600

const QUESTION = /[?？][*_"'”’)\]\s]*(\n|$)/
const REQUEST =
  /\b(please (tell|let|confirm|clarify|provide|specify|choose|advise|answer)|let me know|waiting for your|need your (input|decision|answer|confirmation))\b/i
const JAPANESE =
  /(でしょうか|ますか|ですか|教えてください|お知らせください|ご指示|ご確認|お選びください)/

/** It ended its turn with something that only a person could answer. */
export function asksPerson(said: string): boolean {
  const end = said.trim().slice(-TAIL)
  return QUESTION.test(end) || REQUEST.test(end) || JAPANESE.test(end)
}
