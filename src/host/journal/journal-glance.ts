import type { WorkItem } from '../../contracts/work-item.ts'
import { join } from 'node:path'
import type { JournalEntry, JournalType } from '../../contracts/journal.ts'
import { AGENT_PHASES, PHASES } from '../../contracts/phases.ts'
import type { AutoExecutionState } from '../../contracts/run-state.ts'
import { standingAfter } from '../../core/state/evolve.ts'
import { isMissing } from '../files/errno.ts'
import { JOURNAL_FILE } from './journal-lines.ts'
import { readOwnText } from '../files/own-files.ts'

/** The entries that decide a run's state; all others are most of every journal. */
const affectsRunState = (type: string): boolean =>
  type.startsWith('run.') ||
  type === 'phase.started' ||
  type === 'agent.ended' ||
  type === 'agent.asked' ||
  type === 'agent.answered' ||
  type === 'agent.recalled' ||
  type === 'step.started' ||
  type === 'impl.rerun' ||
  type === 'answer.given' ||
  type === 'tool.denied' ||
  type === 'impl.limit-reached' ||
  type === 'fix.limit-reached' ||
  type === 'workflow.followed' ||
  type === 'verdict.outdated' ||
  type === 'workspace.created' ||
  type === 'workspace.removed' ||
  type.startsWith('check.') ||
  type.startsWith('git.') ||
  type.startsWith('deploy.')

const TYPE = /^\{"seq":\d+,"time":"[^"]*","type":"([^"]*)"/

/**
 * For long lists: parses only the entries it needs, and does not validate them. Code that decides
 * something reads the whole journal and checks every line.
 */
export function entriesAtGlance(text: string): JournalEntry[] {
  const entries: JournalEntry[] = []
  for (const line of text.split('\n').slice(0, -1)) {
    const type = TYPE.exec(line)?.[1] ?? ''
    if (!affectsRunState(type)) continue
    const entry = (type === 'step.started' ? parse(withoutFingerprints(line)) : null) ?? parse(line)
    if (entry !== null && namesItsPhase(entry)) entries.push(entry)
  }
  return entries
}

const PHASE_NAMES: ReadonlySet<unknown> = new Set([...PHASES, ...AGENT_PHASES, null])
const WITHOUT_PHASE: ReadonlySet<string> = new Set<JournalType>([
  'run.recovered',
  'run.reset',
  'agent.ended',
  'agent.asked',
  'agent.answered',
  'agent.recalled',
  'impl.rerun',
  'impl.limit-reached',
  'fix.limit-reached',
  'tool.denied',
  'workflow.followed',
  'verdict.outdated',
  'workspace.created',
  'workspace.removed',
  'deploy.queued',
  'deploy.started',
  'deploy.conflicted',
  'deploy.repair-started',
  'deploy.release-settled',
  'deploy.completed',
])

/** An untrusted log may contain anything, but what is shown of a run is looked up by its phase. */
const namesItsPhase = (entry: JournalEntry): boolean =>
  'phase' in entry ? PHASE_NAMES.has(entry.phase) : WITHOUT_PHASE.has(entry.type)

/** The state of the last run, and when the user started it. */
export interface Glance {
  state: AutoExecutionState
  begunAt: string | null
}

export function glanceAt(specDir: string, item: WorkItem): Glance {
  const entries = entriesAtGlance(readText(join(specDir, JOURNAL_FILE)))
  return {
    state: standingAfter(entries, item),
    begunAt: entries.findLast(isBeginning)?.time ?? null,
  }
}

export const stateAtGlance = (specDir: string, item: WorkItem): AutoExecutionState =>
  glanceAt(specDir, item).state

export const isBeginning = ({ type }: JournalEntry): boolean =>
  type === 'run.started' || type === 'run.resumed'

/** Fingerprints are most of the line, and matter only to code that judges the step. */
function withoutFingerprints(line: string): string {
  const end = line.indexOf(',"before":')
  return end === -1 ? line : `${line.slice(0, end)}}`
}

function readText(path: string): string {
  try {
    return readOwnText(path)
  } catch (error) {
    if (isMissing(error)) return ''
    throw error
  }
}

function parse(line: string): JournalEntry | null {
  try {
    return JSON.parse(line) as JournalEntry
  } catch {
    return null
  }
}
