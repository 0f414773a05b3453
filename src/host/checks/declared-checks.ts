import type {
  ChecksView,
  DeclaredCheck,
  SuggestionsView,
} from '../../contracts/views/checks-view.ts'
import { CHECK_MINUTES, type CheckSetting } from '../../core/settings/command-settings.ts'
import type { Env } from '../agents/drivers/driver.ts'
import { loadConfig } from '../config/load-config.ts'
import { mergeChecks } from '../config/merge-commands.ts'
import { runsWithout } from '../trust/findings.ts'
import { isTrustedCommand } from '../trust/trusted-commands.ts'
import { missingCheck } from './check-command.ts'
import { suggestChecks } from './suggest-checks.ts'

interface Place {
  projectDir: string
  env: Env
}

/** The checks in the current files, and what keeps each from running. Throws `BadConfig`. */
export function readChecks({ projectDir, env }: Place, workspace = projectDir): ChecksView {
  const isWithoutProject = runsWithout(projectDir, env)
  const { sources } = loadConfig(isWithoutProject ? null : projectDir, env as NodeJS.ProcessEnv)
  const [personal = {}, project = {}] = sources.map(({ config }) => config)
  const { checks = [] } = mergeChecks(personal, project)
  const ofProject = new Set(project.checks?.map(({ name }) => name))
  const declared = checks.map((check) =>
    declaredCheck(check, {
      source: ofProject.has(check.name) ? 'project' : 'personal',
      place: { projectDir, env },
      workspace,
    }),
  )
  return { checks: declared, isWithoutProject }
}

function declaredCheck(
  { name, command, in: folder, timeoutMinutes = CHECK_MINUTES }: CheckSetting,
  about: { source: DeclaredCheck['source']; place: Place; workspace: string },
): DeclaredCheck {
  const { source, place, workspace } = about
  const check = { name, command, in: folder ?? null }
  const shown = { ...check, timeoutMinutes, source }
  if (!isTrustedCommand(place, `checks.${name}`, check))
    return { ...shown, state: 'untrusted', missing: null }
  const missing = missingCheck([check], workspace, place.env)?.program ?? null
  return { ...shown, state: missing === null ? 'ready' : 'missing', missing }
}

/** Leaves out commands that are already declared. */
export function readSuggestions(place: Place): SuggestionsView {
  const known = new Set(readChecks(place).checks.map(({ command }) => JSON.stringify(command)))
  const { checks, ...others } = suggestChecks(place.projectDir)
  return { checks: checks.filter(({ command }) => !known.has(JSON.stringify(command))), ...others }
}
