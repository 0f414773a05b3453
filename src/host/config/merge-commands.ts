import type { Config } from '../../core/settings/config-schema.ts'
import { CHECK_MINUTES } from '../../core/settings/command-settings.ts'

type Part<K extends keyof Config> = Pick<Config, K>

/**
 * A project adds checks to the user's own and cannot remove any. Under the same name it may run
 * another command, but for no longer than the user allows.
 */
export function mergeChecks(personal: Config, project: Config): Part<'checks'> {
  const own = personal.checks ?? []
  const theirs = project.checks ?? []
  if (own.length === 0 || theirs.length === 0) return listed([...own, ...theirs])
  const names = new Set(theirs.map(({ name }) => name))
  const limited = theirs.map((check) => {
    const limit = own.find(({ name }) => name === check.name)?.timeoutMinutes
    if (limit === undefined) return check
    return { ...check, timeoutMinutes: Math.min(limit, check.timeoutMinutes ?? CHECK_MINUTES) }
  })
  return listed([...own.filter(({ name }) => !names.has(name)), ...limited])
}

const listed = (checks: NonNullable<Config['checks']>): Part<'checks'> =>
  checks.length === 0 ? {} : { checks }

/** A project's `true` only turns worktrees on: the user's options for them stay. */
export function mergeWorktree(personal: Config, project: Config): Part<'worktree'> {
  const { worktree: own } = personal
  const { worktree: theirs } = project
  if (theirs === undefined) return own === undefined ? {} : { worktree: own }
  if (theirs === true && typeof own === 'object') return { worktree: own }
  if (typeof theirs === 'object' && typeof own === 'object')
    return { worktree: { ...own, ...theirs } }
  return { worktree: theirs }
}
