import {
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { trustDecisionSchema, type TrustDecision } from '../../contracts/views/trust-view.ts'
import type { Env } from '../agents/drivers/driver.ts'
import { errnoOf, isMissing } from '../files/errno.ts'
import { stateFolder } from '../project/state-folder.ts'
import { digestOf } from './file-digests.ts'

const recordSchema = z.object({
  /** For people who open the file; only the file name counts. */
  project: z.string(),
  decision: trustDecisionSchema,
  decidedAt: z.string(),
  findings: z.record(z.string(), z.string()),
})
type TrustRecord = z.infer<typeof recordSchema>

/** The user's decision on a project; no part of it can come with a repository. */
export interface Decided {
  decision: TrustDecision
  /** Digests by finding id. */
  findings: Readonly<Record<string, string>>
}

const folderOf = (env: Env): string => join(stateFolder(env), 'trust')

interface TrustFiles {
  file: string
  /** Where earlier versions kept it. */
  earlier: string
}

/**
 * A folder that replaces a trusted one has another inode. The device number is left out: on several
 * file systems it changes with every boot.
 */
function trustFiles(projectDir: string, env: Env): TrustFiles {
  const real = realpathSync.native(projectDir)
  const { dev, ino } = statSync(real, { bigint: true })
  const named = (...parts: unknown[]): string =>
    join(folderOf(env), `${digestOf(parts.join('\0')).slice(0, 32)}.json`)
  return { file: named(real, ino), earlier: named(real, dev, ino) }
}

export function readDecided(projectDir: string, env: Env): Decided | null {
  try {
    const { file, earlier } = trustFiles(projectDir, env)
    // Runs at every hand-off, and most projects have none: a check is cheaper than an error.
    const found = [file, earlier].find((one) => statSync(one, { throwIfNoEntry: false }))
    if (found === undefined) return null
    const parsed = recordSchema.safeParse(JSON.parse(readFileSync(found, 'utf8')))
    return parsed.success ? parsed.data : null
  } catch (error) {
    if (isMissing(error) || error instanceof SyntaxError) return null
    throw error
  }
}

interface Decision {
  decision: TrustDecision
  findings: { id: string; digest: string }[]
  at: Date
}

/** Keeps earlier decisions of the same kind: a spec that was decided on stays so. */
export function decideTrust(
  projectDir: string,
  env: Env,
  { decision, findings, at }: Decision,
): void {
  const before = readDecided(projectDir, env)
  write(projectDir, env, {
    project: realpathSync(projectDir),
    decision,
    decidedAt: at.toISOString(),
    findings: {
      ...(before?.decision === decision ? before.findings : {}),
      ...Object.fromEntries(findings.map(({ id, digest }) => [id, digest])),
    },
  })
}

/** False if nothing had been decided. */
export function revokeTrust(projectDir: string, env: Env): boolean {
  const { file, earlier } = trustFiles(projectDir, env)
  return [remove(earlier), remove(file)].includes(true)
}

function remove(file: string): boolean {
  try {
    rmSync(file)
    return true
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return false
    throw error
  }
}

function write(projectDir: string, env: Env, record: TrustRecord): void {
  const { file, earlier } = trustFiles(projectDir, env)
  mkdirSync(folderOf(env), { recursive: true, mode: 0o700 })
  const next = `${file}.${process.pid}.new`
  writeFileSync(next, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 })
  renameSync(next, file)
  remove(earlier)
}
