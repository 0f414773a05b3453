import { join } from 'node:path'
import type { JournalEntry } from '../../contracts/journal.ts'
import { isMissing } from '../files/errno.ts'
import { JOURNAL_FILE } from './journal-lines.ts'
import { readOwnText } from '../files/own-files.ts'

/** The entries that tell where a run stands; the rest is the longer part of every journal. */
export const tellsWhereRunStands = (type: string): boolean =>
  type.startsWith('run.') ||
  type === 'phase.started' ||
  type === 'agent.ended' ||
  type === 'agent.asked' ||
  type === 'agent.answered' ||
  type === 'agent.recalled' ||
  type === 'step.started' ||
  type === 'impl.rerun'

const TYPE = /^\{"seq":\d+,"time":"[^"]*","type":"([^"]*)"/

/**
 * For a list of many specs: reads only what it shows, and believes what this program wrote.
 * Whoever decides something reads the whole journal and checks every line.
 */
export function glanceAtJournal(specDir: string): JournalEntry[] {
  const entries: JournalEntry[] = []
  for (const line of readText(join(specDir, JOURNAL_FILE)).split('\n').slice(0, -1)) {
    if (!tellsWhereRunStands(TYPE.exec(line)?.[1] ?? '')) continue
    const entry = parse(line)
    if (entry !== null) entries.push(entry)
  }
  return entries
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
