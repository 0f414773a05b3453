import { BadConfig } from '../../../host/config/load-config.ts'
import { readChecks } from '../../../host/checks/declared-checks.ts'
import { readProjectTrust } from '../../../host/trust/project-trust.ts'
import type { Project } from '../../project.ts'
import { commandWords } from '../check-words.ts'
import type { Check } from './checkup-lines.ts'
import { oneLine } from '../safe-text.ts'

const MAX_SHOWN = 5

/** Project files you have not decided on, and what verifies the code. */
export function checkVerifying({ folders, typed }: Project, env: NodeJS.ProcessEnv): Check[] {
  const { undecided } = readProjectTrust(folders, env)
  const names = undecided
    .slice(0, MAX_SHOWN)
    .map(({ id, details }) => oneLine(`${id} ${details[0] ?? ''}`))
  const more = undecided.length > MAX_SHOWN ? ` and ${undecided.length - MAX_SHOWN} more` : ''
  const trust: Check = {
    name: 'trust',
    level: 'note',
    found: `not trusted: ${names.join('; ')}${more}`,
    remedy: `Review and trust them: ${typed('trust')}`,
  }
  return [...(undecided.length === 0 ? [] : [trust]), ...checksOf({ folders, typed }, env)]
}

function checksOf(
  { folders, typed }: Pick<Project, 'folders' | 'typed'>,
  env: NodeJS.ProcessEnv,
): Check[] {
  const name = 'checks'
  try {
    const { checks } = readChecks({ projectDir: folders.projectDir, env })
    if (checks.length === 0)
      return [
        {
          name,
          level: 'note',
          found: 'none: nothing is verified by checks',
          remedy: `See what fits this repository: ${typed('checks', 'suggest')}`,
        },
      ]
    return checks.map((check): Check => {
      const found = `${check.name}: ${commandWords(check)}`
      if (check.missing === null)
        return check.state === 'ready'
          ? { name, level: 'ok', found, remedy: '' }
          : { name, level: 'note', found: `${found}: not trusted`, remedy: '' }
      return {
        name,
        level: 'problem',
        found: `${found}: ${check.missing} was not found`,
        remedy: `Install it, or remove the check: ${typed('checks', 'remove', check.name)}`,
      }
    })
  } catch (error) {
    // The check of the configuration already reports what is wrong with the file.
    if (error instanceof BadConfig) return []
    throw error
  }
}
