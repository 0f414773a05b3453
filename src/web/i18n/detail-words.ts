import type { ReadFinding } from '../../contracts/asked/findings.ts'
import { sentenceOf } from '../../core/words/finding-words.ts'
import type { Messages } from './messages.ts'

interface Detail {
  detail: string
  finding?: ReadFinding | null | undefined
}

/** In the language of the page; what an older event log has only in English stays as it is. */
export const detailWords = ({ findings }: Messages, { detail, finding }: Detail): string =>
  (finding ? sentenceOf(findings, finding) : null) ?? detail
