import {
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { trustDecisionSchema, type TrustDecision } from '../../contracts/views/trust-view.ts'
import type { Env } from '../agents/drivers/driver.ts'
import { errnoOf, isMissing } from '../files/errno.ts'
import { digestOf } from './acting-files.ts'

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

const folderOf = (env: Env): string =>
  join(
    env['XDG_STATE_HOME'] || join(env['HOME'] || homedir(), '.local', 'state'),
    'sdd-orchestrator',
    'trust',
  )

/** A folder that replaces a trusted one has another inode. */
function trustFile(projectDir: string, env: Env): string {
  const real = realpathSync.native(projectDir)
  const { dev, ino } = statSync(real, { bigint: true })
  return join(folderOf(env), `${digestOf(`${real}\0${dev}\0${ino}`).slice(0, 32)}.json`)
}

export function readDecided(projectDir: string, env: Env): Decided | null {
  try {
    const file = trustFile(projectDir, env)
    // Runs at every hand-off, and most projects have none: a check is cheaper than an error.
    if (statSync(file, { throwIfNoEntry: false }) === undefined) return null
    const parsed = recordSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')))
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
  const file = trustFile(projectDir, env)
  try {
    rmSync(file)
    return true
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return false
    throw error
  }
}

function write(projectDir: string, env: Env, record: TrustRecord): void {
  const file = trustFile(projectDir, env)
  mkdirSync(folderOf(env), { recursive: true, mode: 0o700 })
  const next = `${file}.${process.pid}.new`
  writeFileSync(next, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 })
  renameSync(next, file)
}
