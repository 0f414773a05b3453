import type { WorkItem } from '../../contracts/work-item.ts'
import { join } from 'node:path'
import type { JournalEntry } from '../../contracts/journal.ts'
import type { AutoExecutionState } from '../../contracts/run-state.ts'
import { standingAfter } from '../../core/state/evolve.ts'
import { isMissing } from '../files/errno.ts'
import { JOURNAL_FILE, MAX_JOURNAL_MB, parseLine } from './journal-lines.ts'
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
 * For long lists: parses only the entries it needs. A line that is no valid entry is left out, as
 * when the whole journal is read: a log may have come with a repository.
 */
export function entriesAtGlance(text: string): JournalEntry[] {
  const entries: JournalEntry[] = []
  for (const line of text.split('\n').slice(0, -1)) {
    const type = TYPE.exec(line)?.[1] ?? ''
    if (!affectsRunState(type)) continue
    const entry = (type === 'step.started' ? stepIn(line) : null) ?? entryIn(line)
    if (entry !== null) entries.push(entry)
  }
  return entries
}

function entryIn(line: string): JournalEntry | null {
  const parsed = parseLine(line)
  return parsed.kind === 'entry' ? parsed.entry : null
}

/** Fingerprints are most of the line, and matter only to code that judges the step. */
function stepIn(line: string): JournalEntry | null {
  const end = line.indexOf(',"before":')
  return end === -1 ? null : entryIn(`${line.slice(0, end)},"before":{},"resumeSessionId":null}`)
}

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

function readText(path: string): string {
  try {
    return readOwnText(path, { limitMb: MAX_JOURNAL_MB })
  } catch (error) {
    if (isMissing(error)) return ''
    throw error
  }
}
