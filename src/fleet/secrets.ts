import { createHash, randomBytes } from 'node:crypto'

/** Chosen by chance alone and long: what is stored of it tells nothing about it. */
export const secret = (): string => randomBytes(32).toString('base64url')

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Typed after an option and picked with a double click: it has no dash, least of all at its beginning. */
export const newCode = (): string => randomBytes(16).toString('hex')
