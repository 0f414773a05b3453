import { createHash } from 'node:crypto'
import { closeSync, fdatasyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import type { CommandId } from '../../contracts/ids.ts'
import type { Rejection } from '../../contracts/rejections.ts'
import { ok, type Result } from '../../contracts/result.ts'
import { isMissing } from '../files/errno.ts'
import { replaceFile } from '../files/own-files.ts'
import { PERSONAL_MODE, preparePersonalFolder } from '../files/personal-folder.ts'

/** A caller repeats a call within minutes: so many others do not come in between. */
const MOST_KEPT = 500
const MOST_LINES = 4 * MOST_KEPT

type Reply = Result<unknown, Rejection>

export interface Act {
  /** What it is about to change. */
  look: () => unknown
  /** `found`: what a host had found that died before it could answer. */
  carryOut: (earlier: { found: unknown } | null) => Promise<Reply>
}

const lineSchema = z.union([
  z.object({ call: z.string(), found: z.unknown() }),
  z.object({ call: z.string(), answer: z.unknown() }),
])
type Kept = { found: unknown } | { answer: unknown }

/** The answers to calls by their ids: a repeated call gets the first one, also from the next host. */
export class AnsweredCalls {
  readonly #fileOf: () => string
  readonly #answers = new Map<string, Promise<Reply>>()
  #kept: Map<string, Kept> | null = null

  /** The file is the user's own: no repository or agent may say what was done. */
  constructor(fileOf: () => string) {
    this.#fileOf = fileOf
  }

  /** One answer for all that ask this host under the same name, also while it is worked out. */
  shared(call: string, act: () => Promise<Reply>): Promise<Reply> {
    const first = this.#answers.get(call)
    if (first !== undefined) return first
    const answer = act()
    this.#answers.set(call, answer)
    for (const oldest of this.#answers.keys()) {
      if (this.#answers.size <= MOST_KEPT) break
      this.#answers.delete(oldest)
    }
    answer.catch(() => this.#answers.delete(call))
    return answer
  }

  /** Noted on disk before it is carried out and when it was: a later host knows of both. */
  remembered(call: string, { look, carryOut }: Act): Promise<Reply> {
    return this.shared(call, async () => {
      const known = this.#known().get(call)
      if (known !== undefined && 'answer' in known) return ok(known.answer)
      if (known === undefined) this.#keep(call, { found: (await look()) ?? null })
      const reply = await carryOut(known ?? null)
      if (reply.ok) this.#keep(call, { answer: reply.value ?? null })
      return reply
    })
  }

  #known(): Map<string, Kept> {
    this.#kept ??= this.#read()
    return this.#kept
  }

  #read(): Map<string, Kept> {
    const file = this.#fileOf()
    const lines = linesIn(file)
    const kept = new Map<string, Kept>()
    for (const line of lines) {
      const { data } = lineSchema.safeParse(parsedOrNull(line))
      if (data === undefined) continue
      const { call, ...what } = data
      kept.delete(call)
      kept.set(call, what)
    }
    const newest = new Map([...kept].slice(-MOST_KEPT))
    if (lines.length > MOST_LINES) replaceFile(file, [...newest].map(printed).join(''))
    return newest
  }

  #keep(call: string, what: Kept): void {
    const file = this.#fileOf()
    preparePersonalFolder(dirname(file))
    const fd = openSync(file, 'a', PERSONAL_MODE)
    try {
      // A line that a crash tore off is closed first, otherwise it would spoil this one.
      writeSync(fd, `\n${printed([call, what])}`)
      fdatasyncSync(fd)
    } finally {
      closeSync(fd)
    }
    this.#known().set(call, what)
  }
}

/** For an id of something that a call makes: the same when the call is repeated. */
export const nameFor = (commandId: CommandId): string =>
  createHash('sha256').update(commandId).digest('hex').slice(0, 16)

const printed = ([call, what]: [string, Kept]): string => `${JSON.stringify({ call, ...what })}\n`

function linesIn(file: string): string[] {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

function parsedOrNull(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
