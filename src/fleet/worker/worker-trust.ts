import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { replaceFile } from '../../host/files/own-files.ts'
import { shownAddress } from '../../host/git/repository-address.ts'
import { stateFolder } from '../../host/project/state-folder.ts'
import type { CommandPlace } from '../../host/trust/command-findings.ts'

/** Something of a fleet's project that would take effect on this computer. */
const actingSchema = z.object({
  id: z.string(),
  /** `file` is of the repository; the others are of the fleet's settings, or chosen for a run. */
  kind: z.enum(['command', 'permission', 'file']),
  /** What it starts or allows, one line each. */
  details: z.array(z.string()),
  digest: z.string(),
})
export type Acting = z.infer<typeof actingSchema>

export const commandIdOf = (place: CommandPlace): string => `settings: ${place}`

/** By the address of the repository, without a login. */
const waitingSchema = z.record(z.string(), z.array(actingSchema))
/** By the address of the repository: the digests that were decided on, by id. */
const allowedSchema = z.record(z.string(), z.record(z.string(), z.array(z.string())))

const MAX_WAITING = 500

interface TrustParts {
  /** Of this computer as a worker of one fleet. */
  folder: string
  /** The user of this computer runs whatever the fleet's settings name. */
  allowsCommands: boolean
}

/**
 * What the user of this computer has decided about the projects of a fleet: by content, so whatever
 * changes is asked about again. A coordinator has no say in it.
 */
export class WorkerTrust {
  readonly #parts: TrustParts

  constructor(parts: TrustParts) {
    this.#parts = parts
  }

  /** Those that nobody has allowed here as they are now. */
  undecided(repository: string, all: readonly Acting[]): Acting[] {
    const open = all.filter(({ kind }) => !(this.#parts.allowsCommands && kind !== 'file'))
    if (open.length === 0) return []
    const allowed = readAllowed(this.#parts.folder)[shownAddress(repository)] ?? {}
    return open.filter(({ id, digest }) => allowed[id]?.includes(digest) !== true)
  }

  /** Kept for the user to decide on, with what was kept before. */
  keepWaiting(repository: string, open: readonly Acting[]): void {
    const { folder } = this.#parts
    const address = shownAddress(repository)
    const before = readWaiting(folder)
    const others = (before[address] ?? []).filter(({ id }) => !open.some((one) => one.id === id))
    const waiting = { ...before, [address]: [...others, ...open].slice(-MAX_WAITING) }
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    replaceFile(waitingFile(folder), `${JSON.stringify(waiting, null, 2)}\n`)
  }
}

/** What waits for a decision on this computer, as a worker of one fleet. */
export interface WaitingHere {
  folder: string
  repository: string
  acting: Acting[]
}

/** Of every fleet that this computer is a worker of. */
export function workerFolders(env: NodeJS.ProcessEnv): string[] {
  const all = join(stateFolder(env), 'workers')
  return existsSync(all) ? readdirSync(all).map((name) => join(all, name)) : []
}

/** Of every fleet that this computer is a worker of, or of one. */
export function waitingHere(env: NodeJS.ProcessEnv, folder: string | null): WaitingHere[] {
  return (folder === null ? workerFolders(env) : [folder]).flatMap((one) => {
    const allowed = readAllowed(one)
    return Object.entries(readWaiting(one)).flatMap(([repository, acting]) => {
      const decided = allowed[repository] ?? {}
      const open = acting.filter(({ id, digest }) => decided[id]?.includes(digest) !== true)
      return open.length === 0 ? [] : [{ folder: one, repository, acting: open }]
    })
  })
}

export function allow({ folder, repository, acting }: WaitingHere): void {
  const all = readAllowed(folder)
  const decided = { ...all[repository] }
  for (const { id, digest } of acting) decided[id] = [...(decided[id] ?? []), digest]
  replaceFile(
    allowedFile(folder),
    `${JSON.stringify({ ...all, [repository]: decided }, null, 2)}\n`,
  )
}

/** Forgets every decision of that fleet's worker; false if there was none. */
export function forgetAllowed(folder: string): boolean {
  if (!existsSync(allowedFile(folder))) return false
  rmSync(allowedFile(folder))
  return true
}

/** Two files: the worker writes one and the user's command the other. */
const waitingFile = (folder: string): string => join(folder, 'waiting.json')
const allowedFile = (folder: string): string => join(folder, 'allowed.json')

const readWaiting = (folder: string): z.infer<typeof waitingSchema> =>
  read(waitingFile(folder), waitingSchema)
const readAllowed = (folder: string): z.infer<typeof allowedSchema> =>
  read(allowedFile(folder), allowedSchema)

/** An unreadable file allows nothing. */
function read<T extends object>(file: string, schema: z.ZodType<T>): T {
  if (!existsSync(file)) return {} as T
  const parsed = schema.safeParse(parsedText(readFileSync(file, 'utf8')))
  return parsed.success ? parsed.data : ({} as T)
}

function parsedText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
