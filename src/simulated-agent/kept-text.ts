import { isUtf8 } from 'node:buffer'
import { existsSync, readFileSync } from 'node:fs'

/** A file as text that encodes back to the same bytes; if it is not UTF-8, read as latin1. */
interface KeptText {
  text: string
  encoding: 'utf8' | 'latin1'
}

export function keptText(file: string): KeptText {
  const bytes = existsSync(file) ? readFileSync(file) : Buffer.alloc(0)
  const encoding = isUtf8(bytes) ? 'utf8' : 'latin1'
  return { text: bytes.toString(encoding), encoding }
}

/** New text, encoded so that it can be added to the kept text. */
export const addedTo = ({ encoding }: KeptText, text: string): string =>
  Buffer.from(text, 'utf8').toString(encoding)
