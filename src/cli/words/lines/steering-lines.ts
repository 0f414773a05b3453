import { MAX_STEERING_BYTES } from '../../../core/prompts/steering-text.ts'
import { findSteering, unusedKiroFiles } from '../../../host/doctor/steering-found.ts'
import { ruleFiles } from '../../../host/prompts/project-rules.ts'
import type { Project } from '../../project.ts'
import { oneLine } from '../safe-text.ts'
import type { Check } from './checkup-lines.ts'

const MAX_SHOWN = 5

/** What agents are given about the project, and which Kiro files have no effect here. */
export function checkSteering({ folders, typed }: Project): Check[] {
  const unused = unusedKiroFiles(folders.projectDir)
  const steering = steeringCheck({ folders, typed })
  if (unused.length === 0) return [steering]
  const found = `not used: ${listed(unused)}`
  return [steering, { name: 'kiro', level: 'note', found, remedy: UNUSED }]
}

const UNUSED =
  'Hooks, settings and servers of Kiro have no effect here; use checks and the settings of your agent'

function steeringCheck({ folders, typed }: Pick<Project, 'folders' | 'typed'>): Check {
  const name = 'steering'
  const documents = findSteering(folders.projectDir)
  if ('refused' in documents)
    return {
      name,
      level: 'problem',
      found: `${documents.refused} links to outside the project; no agent is started`,
      remedy: 'Put a real folder there',
    }
  if (documents.length === 0)
    return {
      name,
      level: 'note',
      found: withoutSteering(ruleFiles(folders.projectDir)),
      remedy: `Have an agent write them: ${typed('steering')}`,
    }
  const shown = documents.filter(({ text }) => text !== null)
  const omitted = documents.filter((document) => document.omitted === 'too-long')
  const named = documents.length - shown.length
  const words = `${shown.length} in every prompt${named === 0 ? '' : `, ${named} only named`}: `
  const found = words + listed(documents.map(({ path }) => path))
  if (omitted.length === 0) return { name, level: 'ok', found, remedy: '' }
  return {
    name,
    level: 'note',
    found: `${found}; left out: ${listed(omitted.map(({ path }) => path))}`,
    remedy: `At most ${MAX_STEERING_BYTES / 1000} KB fit in total: shorten them, or set inclusion to fileMatch or manual in some`,
  }
}

const withoutSteering = (rules: string[]): string =>
  rules.length === 0
    ? 'none: agents know nothing about this project in advance'
    : `none: all that agents know about this project in advance is ${listed(rules)}`

function listed(paths: string[]): string {
  const more = paths.length > MAX_SHOWN ? ` and ${paths.length - MAX_SHOWN} more` : ''
  return oneLine(paths.slice(0, MAX_SHOWN).join(', ')) + more
}
