import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { BUG_PHASES, type BugPhase } from '../../contracts/spec-json.ts'
import type { BugRow } from '../../contracts/views/board.ts'
import { bugItem, isItemName, type BugItem } from '../../contracts/work-item.ts'
import { describe, errnoOf, isMissing } from '../files/errno.ts'
import { readOwnText, refuseLinksOut } from '../files/own-files.ts'
import { BUG_FILE, itemDirOf, type ProjectFolders } from '../project/folders.ts'

/** In the order in which the documents of a bug are written. */
const DOCUMENTS: readonly (readonly [string, BugPhase])[] = [
  ['report.md', 'reported'],
  ['analysis.md', 'analyzed'],
  ['fix.md', 'fixed'],
  ['verification.md', 'verified'],
]

export const listBugs = (folders: ProjectFolders): BugItem[] =>
  namesIn(folders.bugsDir)
    .filter(isItemName)
    .map(bugItem)
    .filter((item) => isFolder(itemDirOf(folders, item)))

/** Null when there is no such bug. */
export function readBug(folders: ProjectFolders, item: BugItem): Omit<BugRow, 'version'> | null {
  const dir = itemDirOf(folders, item)
  if (!isFolder(dir)) return null
  let names: string[]
  try {
    refuseLinksOut(dir)
    names = namesIn(dir)
  } catch (error) {
    return { item, phase: 'reported', activeAt: null, problem: describe(error) }
  }
  const { phase, problem } = names.includes(BUG_FILE) ? bugFacts(dir) : NO_FACTS
  const written = DOCUMENTS.findLast(([name]) => names.includes(name))?.[1]
  return { item, phase: phase ?? written ?? 'reported', activeAt: activeAt(dir, names), problem }
}

interface BugFacts {
  phase: BugPhase | null
  problem: string | null
}

const NO_FACTS: BugFacts = { phase: null, problem: null }

function bugFacts(dir: string): BugFacts {
  const file = join(dir, BUG_FILE)
  try {
    const value: unknown = JSON.parse(readOwnText(file).replace(/^\uFEFF/, ''))
    const phase = typeof value === 'object' && value !== null && 'phase' in value && value.phase
    return { phase: BUG_PHASES.find((known) => known === phase) ?? null, problem: null }
  } catch (error) {
    return { phase: null, problem: `${file}: ${describe(error)}` }
  }
}

function activeAt(dir: string, names: string[]): string | null {
  const times = names
    .filter((name) => name.endsWith('.md') || name === BUG_FILE)
    .map((name) => statSync(join(dir, name), { throwIfNoEntry: false })?.mtimeMs ?? 0)
  const latest = Math.max(0, ...times)
  return latest === 0 ? null : new Date(latest).toISOString()
}

function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
  } catch (error) {
    if (errnoOf(error) === null) throw error
    return false
  }
}

function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir)
  } catch (error) {
    if (isMissing(error) || errnoOf(error) === 'ENOTDIR') return []
    throw error
  }
}
