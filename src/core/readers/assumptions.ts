import { readMarkdownLines } from './markdown-lines.ts'
import { cutTo } from '../words/shortened.ts'

const HEADING = /^(#{1,6})\s+(?:\d[\d.]*[.)]?\s+)?(?:assumptions?|前提(?:条件)?|仮定)\s*[:：]?\s*$/i
/** As agents are asked to write it. */
export const ASSUMPTIONS_HEADING = '## Assumptions'
const MOST = 50
const MAX_LENGTH = 500

/** What an agent decided on its own: the list under the heading `Assumptions`. */
export function readAssumptions(text: string): string[] {
  const found: string[] = []
  let depth = 0
  for (const { content, kind, item } of readMarkdownLines(text).lines) {
    if (kind !== 'text') continue
    const heading = /^(#{1,6})\s/.exec(content)?.[1]
    if (heading !== undefined) {
      const own = HEADING.exec(content)?.[1]
      if (own !== undefined) depth = own.length
      else if (heading.length <= depth) depth = 0
      continue
    }
    if (depth === 0 || content.trim() === '') continue
    const plain = content.replace(/\p{Cc}+/gu, ' ').trim()
    const last = found.at(-1)
    if (item || last === undefined) found.push(plain)
    else found[found.length - 1] = `${last} ${plain}`
  }
  return found.slice(0, MOST).map((one) => cutTo(one, MAX_LENGTH))
}
