import type { CalledBy } from '../../contracts/called-by.ts'
import type { JournalEntry } from '../../contracts/journal.ts'
import type { CommandId } from '../../contracts/ids.ts'
import type { WorkItem } from '../../contracts/work-item.ts'
import { randomUUID } from 'node:crypto'
import { lstatSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Choices } from '../../contracts/spec-json.ts'
import type { Rejection } from '../../contracts/rejections.ts'
import { err, ok, type Result } from '../../contracts/result.ts'
import { stampOf } from '../../core/journal/entry-table.ts'
import type { DurableFiles } from '../files/durable-files.ts'
import { describe, errnoOf } from '../files/errno.ts'
import { JournalFile } from '../journal/journal-file.ts'
import { JOURNAL_FILE, readJournal, readJournalBytes } from '../journal/journal-lines.ts'
import { JournalWriter } from '../journal/journal-writer.ts'
import { ownCopyOf } from '../journal/own-copy.ts'
import { LinkRefused, makeFolder, moveFolder, removeFolder } from '../files/own-files.ts'
import { RECORD_FILES } from '../files/spec-json-file.ts'
import { itemDirOf, type ProjectFolders } from '../project/folders.ts'
import { defaultPermissions } from '../../core/workflow/default-permissions.ts'
import { BUG_FILES } from '../../core/workflow/document-files.ts'
import { workflowOf } from '../../core/workflow/workflows.ts'

interface NewItem {
  item: WorkItem
  description: string
  language: string
  at: string
  calledBy: CalledBy
  commandId?: CommandId
  /** A small change: no requirements, no design, no review. */
  isQuick: boolean
  /** Whether its code is written in a worktree; omitted: the settings decide. */
  worktree?: boolean | undefined
  /** How much the user decides; whatever is left out comes from the settings. */
  choices?: Partial<Choices>
}

export async function createItem(
  folders: ProjectFolders,
  files: DurableFiles,
  made: NewItem,
): Promise<Result<null, Rejection>> {
  const { item } = made
  const dir = itemDirOf(folders, item)
  const apart = join(folders.runtimeDir, 'new')
  const unfinished = join(apart, `${item.kind}-${item.name}-${randomUUID()}`)
  if (lstatSync(dir, { throwIfNoEntry: false }) !== undefined)
    return isMadeBy(dir, made) ? ok(null) : err({ code: 'ALREADY_EXISTS', item })
  const copy = ownCopyOf(files, folders, item)
  try {
    makeFolder(dirname(dir))
    makeFolder(apart, 0o700)
    makeFolder(unfinished)
    await write(files, unfinished, made)
    copy.become(readJournalBytes(join(unfinished, JOURNAL_FILE)), [])
    moveFolder(unfinished, dir)
    return ok(null)
  } catch (error) {
    if (!(error instanceof LinkRefused)) removeFolder(unfinished)
    copy.remove()
    if (alreadyExists(error)) return err({ code: 'ALREADY_EXISTS', item })
    return err({ code: 'NOT_WRITABLE', path: dir, detail: describe(error) })
  }
}

/** A host that died had created it for the same call. */
function isMadeBy(dir: string, { commandId }: NewItem): boolean {
  const [first] = commandId === undefined ? [] : readJournal(dir).entries
  return first?.type === 'spec.created' && first.command?.id === commandId
}

/** Someone else created it in the meantime. */
const alreadyExists = (error: unknown): boolean =>
  ['EEXIST', 'ENOTEMPTY', 'ENOTDIR'].includes(errnoOf(error) ?? '')

/** Into a hidden folder: an item found without its first entry would get a new event log. */
async function write(files: DurableFiles, dir: string, made: NewItem): Promise<void> {
  const { item } = made
  const isBug = item.kind === 'bug'
  await files.replace(join(dir, RECORD_FILES[item.kind]), newRecord(made))
  if (isBug) await files.replace(join(dir, BUG_FILES.report), reportOf(made))
  const journal = new JournalWriter(files, new JournalFile(dir))
  try {
    await journal.append(0, [firstEntry(made)])
    await journal.sync()
  } finally {
    journal.close()
  }
}

/** spec.json or bug.json, as text. */
export function newRecord(made: NewItem): string {
  const content = made.item.kind === 'bug' ? bugContent(made) : specContent(made)
  return `${JSON.stringify(content, null, 2)}\n`
}

export function firstEntry({ item, description, at, calledBy, commandId }: NewItem): JournalEntry {
  const entry = { type: 'spec.created' as const, description, kind: item.kind }
  const command = commandId === undefined ? {} : { command: { id: commandId, answer: null } }
  return { seq: 1, time: at, ...stampOf(entry), ...entry, calledBy, ...command }
}

const specContent = ({ item, description, language, at, isQuick, worktree, choices }: NewItem) => ({
  feature_name: item.name,
  description,
  created_at: at,
  updated_at: at,
  language,
  ...(isQuick ? { workflow: 'quick' } : {}),
  ...(worktree === undefined ? {} : { worktree }),
  phase: 'initialized',
  approvals: isQuick
    ? { tasks: UNWRITTEN }
    : { requirements: UNWRITTEN, design: UNWRITTEN, tasks: UNWRITTEN },
  autoExecution: {
    permissions: defaultPermissions(workflowOf({ workflow: isQuick ? 'quick' : 'spec' })),
    ...choices,
  },
  ...(isQuick ? {} : { documentReview: { status: 'pending', roundDetails: [] } }),
})

const UNWRITTEN = { generated: false, approved: false }

const bugContent = ({ item, description, language, at, worktree }: NewItem) => ({
  bug_name: item.name,
  description,
  created_at: at,
  updated_at: at,
  language,
  ...(worktree === undefined ? {} : { worktree }),
  phase: 'reported',
  autoExecution: { permissions: defaultPermissions(workflowOf({ workflow: 'bug' })) },
})

/** The user's own document: their description of the bug, or a placeholder. */
export const reportOf = ({ item, description }: Pick<NewItem, 'item' | 'description'>): string =>
  `# Bug report: ${item.name}\n\n${description.trim() === '' ? 'What is wrong, and how it shows.' : description.trim()}\n`
