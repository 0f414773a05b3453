import { createHash, randomBytes } from 'node:crypto'

/** Random and long, so a plain hash of it is safe to store. */
export const secret = (): string => randomBytes(32).toString('base64url')

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Hex, without a dash: it is typed after an option and selected with a double click. */
export const newCode = (): string => randomBytes(16).toString('hex')
