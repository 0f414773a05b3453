import { realpathSync, statSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import type { WorkItem } from '../../contracts/work-item.ts'
import type { Env } from '../agents/drivers/driver.ts'
import { resolveExecutable } from '../agents/process/executable.ts'
import { errnoOf } from '../files/errno.ts'

export interface CheckCommand {
  name: string
  command: readonly string[]
  in: string | null
}

/** The program to start for a check, and where. */
export interface ReadyCheck {
  program: string
  args: string[]
  cwd: string
}

/** A program that is not installed on this computer: no agent can fix that. */
export class CheckMissing extends Error {
  override readonly name = 'CheckMissing'
  readonly check: string
  readonly program: string

  constructor(check: string, program: string) {
    super(`check-missing: ${check}: ${program}`)
    this.check = check
    this.program = program
  }
}

/**
 * Resolves where a check runs and what is started for it. A problem inside the workspace becomes a
 * failing check with a message in its log: the agent that writes the code there can fix it.
 */
export function readyCheck(check: CheckCommand, workspace: string, env: Env): ReadyCheck {
  const folder = folderOf(check, workspace)
  if ('problem' in folder) return sayAndFail(folder.problem, workspace)
  const [name = '', ...args] = check.command
  const { cwd } = folder
  if (name.includes('/')) return { program: resolve(cwd, name), args, cwd }
  const found = resolveExecutable({ command: () => ({ executable: name, program: null }) }, env)
  if (!found.ok) throw new CheckMissing(check.name, found.error.path)
  return { program: found.value.path, args, cwd }
}

/** The first check whose program does not exist; to be called before anything is started. */
export function missingCheck(
  checks: readonly CheckCommand[],
  workspace: string,
  env: Env,
): CheckMissing | null {
  for (const check of checks) {
    try {
      const { program } = readyCheck(check, workspace, env)
      if (realOrNull(program) === null) return new CheckMissing(check.name, program)
    } catch (error) {
      if (error instanceof CheckMissing) return error
      throw error
    }
  }
  return null
}

/** Always inside the workspace: a link that came with a branch must not lead elsewhere. */
function folderOf(
  { in: inner }: CheckCommand,
  workspace: string,
): { cwd: string } | { problem: string } {
  if (inner === null) return { cwd: workspace }
  const path = join(workspace, inner)
  const real = realOrNull(path)
  if (real === null || !statSync(real).isDirectory())
    return { problem: `The folder ${inner} is not in the workspace ${workspace}` }
  const root = realpathSync(workspace)
  if (real !== root && !real.startsWith(root + sep))
    return { problem: `The folder ${inner} is a link that leads out of the workspace: ${real}` }
  return { cwd: real }
}

/** A fixed script; the message is passed as an argument, never as code. */
const sayAndFail = (words: string, cwd: string): ReadyCheck => ({
  program: '/bin/sh',
  args: ['-c', 'printf "%s\\n" "$1"; exit 1', 'sdd-check', words],
  cwd,
})

/** These would make git in a check use another repository than the one it runs in. */
const GIT_VARS =
  /^GIT_(DIR|WORK_TREE|INDEX_FILE|COMMON_DIR|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|NAMESPACE|PREFIX)$/
/** Variables of the host, or of an agent that started the host. */
const OWN_VARS = /^SDD_/

/** The user's environment without our own variables, plus those that describe the check. */
export function checkEnv(
  env: Env,
  about: { name: string; workspace: string; projectDir: string; item: WorkItem | null },
): Record<string, string | undefined> {
  const { name, workspace, projectDir, item } = about
  const own = Object.entries(env).filter(([key]) => !OWN_VARS.test(key) && !GIT_VARS.test(key))
  return {
    ...Object.fromEntries(own),
    SDD_CHECK: name,
    SDD_PROJECT: projectDir,
    SDD_WORKSPACE: workspace,
    ...(item === null ? {} : { [item.kind === 'spec' ? 'SDD_SPEC' : 'SDD_BUG']: item.name }),
  }
}

function realOrNull(path: string): string | null {
  try {
    return realpathSync(path)
  } catch (error) {
    if (MISSING_CODES.has(errnoOf(error) ?? '')) return null
    throw error
  }
}

const MISSING_CODES = new Set(['ENOENT', 'ENOTDIR', 'ELOOP'])
