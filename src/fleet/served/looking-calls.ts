import type pg from 'pg'
import type { JournalEntry } from '../../contracts/journal.ts'
import { err, ok, type Result } from '../../contracts/result.ts'
import type { Rejection } from '../../contracts/rejections.ts'
import type { RpcInput, RpcMethod, RpcReply } from '../../contracts/rpc.ts'
import { documentNameSchema } from '../../contracts/views/documents.ts'
import type { SpecStatus } from '../../contracts/views/status.ts'
import type { WorkItem } from '../../contracts/work-item.ts'
import { itemInsights } from '../../core/metrics/item-insights.ts'
import { askedOf } from '../../core/questions/asked-of.ts'
import { questionsOf } from '../../core/questions/questions-of.ts'
import { readAssumptions } from '../../core/readers/assumptions.ts'
import { itemReport } from '../../core/report/item-report.ts'
import { projectReport, REPORTED_TYPES } from '../../core/report/project-report.ts'
import { sinceAt } from '../../core/report/since.ts'
import { DOCUMENT_FILES } from '../../core/workflow/document-files.ts'
import { commentsIn } from '../../host/documents/comment-changes.ts'
import { newestRows } from '../../host/rows/newest-rows.ts'
import type { CommitDocuments } from '../git/commit-documents.ts'
import type { Mirrors } from '../git/mirrors.ts'
import { entriesAfter, entriesBefore } from '../journal/journal-rows.ts'
import type { Documents } from '../runs/fleet-items.ts'
import { agentOf, agentsOf } from './agent-rows.ts'
import { lastOutputs } from './last-output.ts'
import { readApproval } from './items/approval.ts'
import { changesIn, patchesIn } from './items/item-changes.ts'
import type { LatestItem, ProjectBoard } from './project-board.ts'
import type { ShownItem } from './shown-items.ts'

export interface CallParts {
  pool: pg.Pool
  board: ProjectBoard
  commits: CommitDocuments
  mirrors: Mirrors
  env: NodeJS.ProcessEnv
  now: () => Date
}

export type Calls<M extends RpcMethod> = { [K in M]: (input: RpcInput<K>) => Promise<RpcReply<K>> }

type Looking =
  | 'board'
  | 'status'
  | 'agents'
  | 'agent'
  | 'folder'
  | 'document'
  | 'approval'
  | 'itemFiles'
  | 'changes'
  | 'patches'
  | 'questions'
  | 'journal'
  | 'insights'
  | 'report'
  | 'projectReport'

/** The calls that read a project of a fleet without changing anything. */
export function lookingCalls(parts: CallParts): Calls<Looking> {
  const { pool, board, now } = parts
  return {
    board: async ({ first }) => ok({ rows: newestRows(board.rows(), first ?? null) }),
    status: async ({ item, kind }) =>
      item === null
        ? ok(
            board
              .rows()
              .filter((row) => row.item.kind === (kind ?? 'spec'))
              .map(statusOf),
          )
        : about(parts, item, async ({ row }) => ok(row === null ? [] : [statusOf(row)])),
    agents: async () => ok(await agentsOf(pool, board.project)),
    agent: async ({ agentId }) => ok(await agentOf(pool, board.project, agentId)),
    folder: ({ item }) =>
      about(parts, item, async (known, documents) => ok(folderOf(known, documents))),
    document: ({ item, document }) =>
      about(parts, item, async (_, documents) => {
        const found = foundIn(documents, document)
        if (found === null) return err({ code: 'NO_DOCUMENT', item, document })
        return ok({ name: document, truncated: false, ...found })
      }),
    approval: ({ item, document }) =>
      about(parts, item, async (known, documents) => {
        const entries = await entriesOf(parts, known)
        const row = known.shown
        return ok(await readApproval(parts.mirrors, { row, documents, document, entries }))
      }),
    itemFiles: ({ item }) =>
      about(parts, item, async ({ shown }, documents) =>
        ok({ record: shown.record, documents: allTexts(documents) }),
      ),
    changes: ({ item }) => about(parts, item, ({ shown }) => changesOf(parts, shown)),
    patches: (input) => about(parts, input.item, ({ shown }) => patchesIn(parts, shown, input)),
    questions: ({ item }) =>
      about(parts, item, async ({ fold: { state } }, documents) => {
        const document = (name: string): string | null => textOf(documents, name)
        const checks = Object.values(state.checks)
        const outputs = await lastOutputs(
          pool,
          checks.map(({ log }) => log),
        )
        const output = (log: string): string => outputs[log] ?? ''
        const read = () => questionsOf(state, { document, output })
        return ok({ asked: askedOf(state, read), decided: state.decisions })
      }),
    journal: ({ item, before, limit }) =>
      about(parts, item, async ({ shown }) => {
        const entries = await entriesBefore(pool, shown.id, { before, limit: limit + 1 })
        return ok({ entries: entries.slice(0, limit), hasMore: entries.length > limit })
      }),
    insights: ({ item }) =>
      about(parts, item, async (known) =>
        ok(itemInsights(await entriesOf(parts, known), now().toISOString())),
      ),
    report: ({ item }) =>
      about(parts, item, async (known, documents) => {
        if (known.row === null) return err({ code: 'NOT_FOUND', item })
        const requirements = textOf(documents, DOCUMENT_FILES.requirements) ?? ''
        const changes = await changesOf(parts, known.shown)
        return ok(
          itemReport({
            row: known.row,
            entries: await entriesOf(parts, known),
            assumptions: readAssumptions(requirements),
            changes: changes.ok ? changes.value : null,
            now: now().toISOString(),
          }),
        )
      }),
    projectReport: ({ since }) => reportSince(parts, since),
  }
}

/** Passes the item as it is now, with the documents of its current commit. */
async function about<T>(
  { board, commits }: CallParts,
  item: WorkItem,
  look: (known: LatestItem, documents: Documents) => Promise<Result<T, Rejection>>,
): Promise<Result<T, Rejection>> {
  const known = await board.latest(item)
  if (known === null) return err({ code: 'NOT_FOUND', item })
  return look(known, await commits.load(known.shown))
}

const changesOf = (parts: CallParts, row: ShownItem): Promise<RpcReply<'changes'>> =>
  changesIn(
    parts,
    row,
    parts.board.rows().map(({ item }) => item),
  )

const entriesOf = ({ pool }: CallParts, { shown }: LatestItem): Promise<JournalEntry[]> =>
  entriesAfter(pool, shown.id, 0)

async function reportSince(
  { pool, board, now }: CallParts,
  since: string,
): Promise<RpcReply<'projectReport'>> {
  const until = now().toISOString()
  const from = sinceAt(since, until)
  const activities = []
  for (const row of board.rows()) {
    const isQuiet = row.activeAt === null || row.activeAt < from
    const id = isQuiet ? null : board.numberOf(row.item)
    const all = id === null ? [] : await entriesAfter(pool, id, 0)
    const entries = all.filter(({ time, type }) => time >= from && REPORTED_TYPES.has(type))
    activities.push({ row, entries })
  }
  return ok(projectReport(activities, { since: from, until, asked: [] }))
}

/** Every document gets the time of the last entry: a commit has no time for each file. */
const folderOf = ({ fold, shown }: LatestItem, documents: Documents): RpcFolder => ({
  documents: allTexts(documents).map(({ name, text }) => ({
    name,
    bytes: Buffer.byteLength(text),
    changedAt: fold.enteredAt ?? new Date(0).toISOString(),
  })),
  comments: commentsIn(shown.comments),
})

type RpcFolder = Extract<RpcReply<'folder'>, { ok: true }>['value']

const allTexts = (documents: Documents): { name: string; text: string }[] =>
  documents
    .names()
    .filter((name) => documentNameSchema.safeParse(name).success)
    .sort()
    .flatMap((name) => {
      const text = textOf(documents, name)
      return text === null ? [] : [{ name, text }]
    })

/** Null also for a link, which is not followed. The version is git's id of the content. */
function foundIn(documents: Documents, name: string): { text: string; version: string } | null {
  try {
    const read = documents.read(name)
    if (!('text' in read)) return null
    return { text: read.text.replace(/^\uFEFF/, ''), version: read.fingerprint }
  } catch {
    return null
  }
}

const textOf = (documents: Documents, name: string): string | null =>
  foundIn(documents, name)?.text ?? null

const statusOf = (row: SpecStatus): SpecStatus => ({
  item: row.item,
  workflow: row.workflow,
  phase: row.phase,
  run: row.run,
  workspace: row.workspace,
  checks: row.checks,
  inspection: row.inspection,
  deploy: row.deploy,
  now: row.now,
  asks: row.asks,
  usage: row.usage,
  tasks: row.tasks,
  approvals: row.approvals,
  permissions: row.permissions,
  chosen: row.chosen,
  problem: row.problem,
})
