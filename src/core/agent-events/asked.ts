/** In characters: an agent waits only for an answer to a question at the end of its output. */
const TAIL = 600

const QUESTION = /[?？][*_"'”’)\]\s]*(\n|$)/
const REQUEST =
  /\b(please (tell|let|confirm|clarify|provide|specify|choose|advise|answer)|let me know|waiting for your|need your (input|decision|answer|confirmation))\b/i
const JAPANESE =
  /(でしょうか|ますか|ですか|教えてください|お知らせください|ご指示|ご確認|お選びください)/

/** Whether the agent ended its turn with something that only the user can answer. */
export function asksPerson(said: string): boolean {
  const end = said.trim().slice(-TAIL)
  return QUESTION.test(end) || REQUEST.test(end) || JAPANESE.test(end)
}
