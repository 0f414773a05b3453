import type { SpecStatus } from '../../../contracts/views/status.ts'
import { FORMATS } from '../../../core/formats/format-table.ts'
import { KIRO } from '../../../core/formats/kiro/kiro.ts'
import { formatOf } from '../../../core/formats/item-place.ts'
import { statusSettings } from '../../../host/config/status-settings.ts'
import { LinkRefused } from '../../../host/files/own-files.ts'
import { readStatuses } from '../../../host/items/spec-status.ts'
import { hasRecord } from '../../../host/project/folders.ts'
import { findItems } from '../../../host/project/item-folders.ts'
import type { Project } from '../../project.ts'
import { oneLine } from '../safe-text.ts'
import type { Check } from './checkup-lines.ts'

const MAX_SHOWN = 3
/** Kiro itself writes no spec.json: one comes from cc-sdd or from us. */
const WITH_RECORD = 'cc-sdd or ours, with spec.json'

type Where = Pick<Project, 'folders' | 'typed'>

/** Which formats there are, how far their specs have come, and what cannot be read. */
export function checkSpecs(project: Where, env: NodeJS.ProcessEnv): Check[] {
  try {
    return formatChecks(project, env)
  } catch (error) {
    if (!(error instanceof LinkRefused)) throw error
    const { message } = error
    return [{ name: 'specs', level: 'problem', found: message, remedy: 'Put a real folder there' }]
  }
}

function formatChecks({ folders, typed }: Where, env: NodeJS.ProcessEnv): Check[] {
  const statuses = readStatuses(folders, 'spec', statusSettings(folders.projectDir, env))
  const { unread } = findItems(folders.projectDir, 'spec')
  const titleOf = ({ item }: SpecStatus): string =>
    formatOf(item).id === KIRO.id && hasRecord(folders, item) ? WITH_RECORD : formatOf(item).title
  const shown = [WITH_RECORD, ...FORMATS.map(({ title }) => title)].flatMap((title) => {
    const own = statuses.filter((status) => titleOf(status) === title)
    return own.length === 0 ? [] : [formatCheck(title, own)]
  })
  if (unread.length === 0) return shown
  const found = `not understood: ${listed(unread.map(({ folder }) => folder))}`
  const remedy = `See why: ${typed('status')}`
  return [...shown, { name: 'folders', level: 'note', found, remedy }]
}

function formatCheck(title: string, statuses: SpecStatus[]): Check {
  const counts = new Map<string, number>()
  for (const { phase } of statuses) counts.set(phase, (counts.get(phase) ?? 0) + 1)
  const states = Array.from(counts, ([phase, count]) => `${count} ${phase}`).join(', ')
  const found = `${title}: ${statuses.length} (${states})`
  const damaged = statuses.filter(({ problem }) => problem !== null)
  if (damaged.length === 0) return { name: 'specs', level: 'ok', found, remedy: '' }
  return {
    name: 'specs',
    level: 'problem',
    found: `${found}; cannot be read: ${listed(damaged.map(({ item }) => item.name))}`,
    remedy: damaged.map(({ problem }) => oneLine(problem ?? '')).join('; '),
  }
}

function listed(names: string[]): string {
  const shown = names.slice(0, MAX_SHOWN).map(oneLine).join(', ')
  return names.length <= MAX_SHOWN ? shown : `${shown} and ${names.length - MAX_SHOWN} more`
}
