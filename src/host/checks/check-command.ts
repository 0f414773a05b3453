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

/** What is to be started for a check, and where. */
export interface ReadyCheck {
  program: string
  args: string[]
  cwd: string
}

/** A program that is not on this computer: no agent can do anything about it. */
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
 * Where a check runs and what is started for it. What is wrong inside the workspace fails as the
 * check would, with words in its log: the agent that writes the code there can fix it.
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

/** Before anything is started: the first check whose program is not there. */
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

/** Inside the workspace, wherever links lead: what came with a branch must not choose another place. */
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

/** A fixed script of ours; the words are an argument. */
const sayAndFail = (words: string, cwd: string): ReadyCheck => ({
  program: '/bin/sh',
  args: ['-c', 'printf "%s\\n" "$1"; exit 1', 'sdd-check', words],
  cwd,
})

/** They would lead a check's own git to another repository than the one it is in. */
const OF_A_REPOSITORY =
  /^GIT_(DIR|WORK_TREE|INDEX_FILE|COMMON_DIR|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|NAMESPACE|PREFIX)$/
/** Ours: of the host, or of an agent that started it. */
const OURS = /^SDD_/

/** The user's own environment without what is ours, and with what the check is about. */
export function checkEnv(
  env: Env,
  about: { name: string; workspace: string; projectDir: string; item: WorkItem | null },
): Record<string, string | undefined> {
  const { name, workspace, projectDir, item } = about
  const own = Object.entries(env).filter(([key]) => !OURS.test(key) && !OF_A_REPOSITORY.test(key))
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
    if (NOWHERE.has(errnoOf(error) ?? '')) return null
    throw error
  }
}

const NOWHERE = new Set(['ENOENT', 'ENOTDIR', 'ELOOP'])
