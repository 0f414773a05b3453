import { isUtf8 } from 'node:buffer'
import { existsSync, readFileSync } from 'node:fs'

/** A file as text that becomes the very same bytes again: what is not UTF-8 is read byte by byte. */
interface KeptText {
  text: string
  encoding: 'utf8' | 'latin1'
}

export function keptText(file: string): KeptText {
  const bytes = existsSync(file) ? readFileSync(file) : Buffer.alloc(0)
  const encoding = isUtf8(bytes) ? 'utf8' : 'latin1'
  return { text: bytes.toString(encoding), encoding }
}

/** More text for such a file. */
export const addedTo = ({ encoding }: KeptText, text: string): string =>
  Buffer.from(text, 'utf8').toString(encoding)
