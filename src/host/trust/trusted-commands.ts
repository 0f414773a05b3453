import type { Config } from '../../core/settings/config-schema.ts'
import type { Env } from '../agents/drivers/driver.ts'
import { commandId, digestOfCommand, type CommandPlace } from './command-findings.ts'
import { configsOf } from './findings.ts'
import { readDecided } from './trust-file.ts'

export interface Command {
  command: readonly string[]
  in: string | null
}

/**
 * Whether this exact command may run now: the user's own configuration names it, or the project's
 * does and the user trusted it as it is there. Checked on disk before each start: what a journal or
 * an earlier reading says is no permission.
 */
export function isTrustedCommand(
  { projectDir, env }: { projectDir: string; env: Env },
  place: CommandPlace,
  wanted: Command,
): boolean {
  const configs = configsOf(projectDir, env)
  if (configs === null) return false
  if (isCommandOf(configs.personal, place, wanted)) return true
  const found = commandAt(configs.project, place)
  if (found === null || !isSame(found, wanted)) return false
  const decided = readDecided(projectDir, env)
  return (
    decided?.decision === 'trusted' &&
    decided.findings[commandId(place)] === digestOfCommand(found.value)
  )
}

/** Whether this configuration has exactly this command at that place. */
export const isCommandOf = (config: Config, place: CommandPlace, wanted: Command): boolean =>
  isSame(commandAt(config, place), wanted)

type Found = Command & { value: unknown }

function commandAt(config: Config, place: CommandPlace): Found | null {
  if (place.startsWith('checks.')) {
    const check = config.checks?.find(({ name }) => `checks.${name}` === place)
    return check === undefined
      ? null
      : { command: check.command, in: check.in ?? null, value: check }
  }
  const command =
    place === 'deploy.command'
      ? config.deploy?.command
      : typeof config.worktree === 'object'
        ? config.worktree.setup
        : undefined
  return command === undefined ? null : { command, in: null, value: command }
}

const isSame = (found: Command | null, wanted: Command): boolean =>
  found !== null &&
  found.in === wanted.in &&
  JSON.stringify(found.command) === JSON.stringify(wanted.command)
