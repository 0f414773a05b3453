import type { ReadFinding } from '../../contracts/asked/findings.ts'
import { sentenceOf } from '../../core/words/finding-words.ts'
import type { Messages } from './messages.ts'

interface Detail {
  detail: string
  finding?: ReadFinding | null | undefined
}

/** In the page's language; details that an older journal only has in English stay as they are. */
export const detailWords = ({ findings }: Messages, { detail, finding }: Detail): string =>
  (finding ? sentenceOf(findings, finding) : null) ?? detail
