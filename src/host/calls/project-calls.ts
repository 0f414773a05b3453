import { itemKey, type ItemKind, type WorkItem } from '../../contracts/work-item.ts'
import { choicesIn } from '../../core/spec/choices.ts'
import type { CalledBy } from '../../contracts/called-by.ts'
import type { Workspace } from '../../contracts/host-steps.ts'
import { commandTable, type CommandName } from '../../contracts/commands.ts'
import type { CommandId } from '../../contracts/ids.ts'
import type { Board, ItemRow } from '../../contracts/views/board.ts'
import type { Rejection } from '../../contracts/rejections.ts'
import { err, ok, type Result } from '../../contracts/result.ts'
import type { RpcInput, RpcMethod, RpcReply } from '../../contracts/rpc.ts'
import type { TrustView } from '../../contracts/views/trust-view.ts'
import { itemInsights } from '../../core/metrics/item-insights.ts'
import { hostNow, nowOf } from '../../core/views/now.ts'
import type { AgentHistory } from '../agents/agent-history.ts'
import type { AgentRegistry } from '../agents/agent-registry.ts'
import type {
  AutoExecutionCoordinator,
  CommandRequest,
} from '../runs/auto-execution-coordinator.ts'
import { createItem } from '../items/create-item.ts'
import { readApproval } from '../documents/approved-texts.ts'
import { Comments } from '../documents/comments-file.ts'
import { readItemFiles } from '../documents/item-files.ts'
import { readDocument, readFolder, type DocumentPlace } from '../documents/read-document.ts'
import { saveDocument } from '../documents/save-document.ts'
import type { DurableFiles } from '../files/durable-files.ts'
import type { AtWork } from '../items/at-work.ts'
import type { FileJournals } from '../journal/file-journals.ts'
import { readChanges, type ChangesPlace } from '../changes/read-changes.ts'
import { readPatches } from '../changes/read-patches.ts'
import { itemDirOf, type ProjectFolders } from '../project/folders.ts'
import type { Settings } from '../config/settings.ts'
import { archive, listArchive, moveToTrash, restore } from '../items/archive.ts'
import { readAsked } from '../items/read-questions.ts'
import { readStatuses } from '../items/spec-status.ts'
import { readProjectTrust, trustOwnBudget } from '../trust/project-trust.ts'
import { decideTrust, revokeTrust } from '../trust/trust-file.ts'
import { Turns } from '../runs/turns.ts'
import type { Asks } from '../asks/asks.ts'
import { askCalls } from './ask-calls.ts'
import { checkCalls } from './check-calls.ts'
import { guarded } from './guarded.ts'
import { takeDocuments } from '../workspaces/deploy/copy-documents-back.ts'
import { liveDirOf } from '../workspaces/live-folder.ts'
import { worktreeRefusal } from '../workspaces/worktree-refusal.ts'
import { readJournalPage } from './journal-call.ts'
import { reportCalls } from './report-calls.ts'
import { savedCalls } from './saved-calls.ts'
import type { SeenEnds } from '../reports/seen-ends.ts'

const MAX_AGENTS = 500

export type ProjectCalls = {
  [M in RpcMethod]: (input: RpcInput<M>, origin: CallOrigin) => Promise<RpcReply<M>>
}

/** Where a call comes from: who made it, and under which id. */
export interface CallOrigin {
  calledBy: CalledBy
  commandId: CommandId
}

export interface CallParts {
  folders: ProjectFolders
  settings: Settings
  env: NodeJS.ProcessEnv
  files: DurableFiles
  journals: FileJournals
  atWork: AtWork
  now: () => Date
  coordinator: AutoExecutionCoordinator
  agents: AgentRegistry
  history: AgentHistory
  board: (first?: number) => Promise<Board>
  row: (item: WorkItem) => ItemRow | null
  seen: SeenEnds
  asks: Asks
  /** To be called when one of these calls has changed an item's files. */
  changed: (item: WorkItem) => void
}

/** The calls that a project's host answers. */
export const projectCalls = (parts: CallParts): ProjectCalls => ({
  ...commandCalls(parts),
  ...documentCalls(parts),
  ...archiveCalls(parts),
  ...checkCalls(parts),
  ...savedCalls(parts),
  ...askCalls(parts),
  ...reportCalls(parts, changesPlace(parts)),
  create: (input, origin) => notifying(parts, input.item, () => create(parts, input, origin)),
  trust: () => guarded(() => ok(readProjectTrust(parts.folders, parts.env))),
  decideTrust: (input) => guarded(() => ok(applyTrust(parts, input))),
  status: async ({ item, kind }) => ok(statuses(parts, item ?? kind ?? 'spec')),
  questions: ({ item }) =>
    guarded(() => {
      const { state } = parts.journals.fold(item)
      return ok({ asked: readAsked(parts.folders, item, state), decided: state.decisions })
    }),
  board: async ({ first }) => ok(await parts.board(first)),
  agents: async () => {
    await parts.history.load()
    for (const agent of parts.agents.list()) parts.history.note(agent)
    return ok(parts.history.newest(MAX_AGENTS))
  },
  insights: ({ item }) =>
    guarded(() => {
      if (parts.row(item) === null) return err({ code: 'NOT_FOUND', item })
      const entries = parts.journals.read(item, 0)
      return ok(itemInsights(entries, parts.now().toISOString()))
    }),
  agent: async ({ agentId }) => ok(parts.agents.get(agentId)),
})

/** The status of items by their files, and what is being done for each right now. */
function statuses({ folders, journals, settings, agents }: CallParts, only: WorkItem | ItemKind) {
  const working = new Map(agents.working().map((agent) => [itemKey(agent.item), agent]))
  const read = readStatuses(folders, only, {
    stateOf: (one) => journals.glance(one).state,
    declared: settings.delivery.checks.map(({ name }) => name),
    skips: settings.skippedTasks,
  })
  return read.map((status) => {
    if (status.run.status !== 'running') return status
    const now = hostNow(status.run, journals.fold(status.item).state)
    return { ...status, now: nowOf({ ...status, now }, working.get(itemKey(status.item)) ?? null) }
  })
}

export type CallsOf<M extends keyof ProjectCalls> = Pick<ProjectCalls, M>

/** Every command goes to the coordinator unchanged; two need an extra step. */
const commandCalls = (parts: CallParts): CallsOf<CommandName> => {
  const { coordinator, folders, env, now } = parts
  const call = (type: CommandName) => (input: object, origin: CallOrigin) =>
    coordinator.command({ ...input, type, ...origin } as CommandRequest)
  const names = Object.keys(commandTable) as CommandName[]
  // The compiler cannot see that a call and its command take the same input.
  const calls = Object.fromEntries(names.map((name) => [name, call(name)])) as CallsOf<CommandName>
  return {
    ...calls,
    chooseWorktree: async (input, origin) => {
      const refusal = input.on ? await worktreeRefusal(parts) : null
      return refusal === null ? calls.chooseWorktree(input, origin) : err(refusal)
    },
    budget: async (input, origin) => {
      const reply = await calls.budget(input, origin)
      if (reply.ok) trustOwnBudget(folders, input.item, { env, at: now() })
      return reply
    },
  }
}

/** Falls back to the checkout if the event log cannot be read. */
function worksIn(
  journals: FileJournals,
  item: WorkItem,
): { workspace: Workspace; isLive: boolean } {
  try {
    const { state } = journals.glance(item)
    return { workspace: state.workspace, isLive: state.status === 'running' }
  } catch {
    return { workspace: { kind: 'checkout', isBegun: false }, isLive: false }
  }
}

export const workspaceIn = (journals: FileJournals, item: WorkItem): Workspace =>
  worksIn(journals, item).workspace

const placeOf = ({ folders, journals }: CallParts): DocumentPlace => ({
  folders,
  workspaceOf: (item) => workspaceIn(journals, item),
})

const changesPlace = ({ folders, env, journals }: CallParts): ChangesPlace => ({
  folders,
  env,
  worksIn: (item) => worksIn(journals, item),
})

type DocumentMethod =
  | 'folder'
  | 'itemFiles'
  | 'document'
  | 'approval'
  | 'saveDocument'
  | 'comment'
  | 'commentOnCode'
  | 'resolveComment'
  | 'deleteComment'
  | 'journal'
  | 'changes'
  | 'patches'

const APPROVALS: ReadonlySet<string> = new Set(['approval.granted', 'approval.revoked'])

function documentCalls(parts: CallParts): CallsOf<DocumentMethod> {
  const { files } = parts
  const place = placeOf(parts)
  const changes = changesPlace(parts)
  const comments = new Comments(parts)
  const turns = new Turns()
  return {
    folder: ({ item }) => guarded(() => readFolder(place, item)),
    itemFiles: ({ item }) => guarded(() => readItemFiles(place, item)),
    document: (input) => guarded(() => readDocument(place, input)),
    approval: (input) =>
      guarded(() =>
        ok(readApproval(place, input, parts.journals.since(input.item, '', APPROVALS))),
      ),
    saveDocument: (input) =>
      notifying(parts, input.item, () =>
        turns.take(itemKey(input.item), () => saveDocument(place, files, input)),
      ),
    comment: (input, { commandId }) =>
      notifying(parts, input.item, () => comments.add(input, commandId)),
    commentOnCode: (input, { commandId }) =>
      notifying(parts, input.item, () => comments.add(input, commandId)),
    resolveComment: (input) => notifying(parts, input.item, () => comments.resolve(input)),
    deleteComment: (input) => notifying(parts, input.item, () => comments.delete(input)),
    journal: (input) => guarded(() => readJournalPage(parts, input)),
    changes: ({ item }) => guarded(() => readChanges(changes, item)),
    patches: (input) => guarded(() => readPatches(changes, input)),
  }
}

type ArchiveMethod = 'archive' | 'deleteSpec' | 'archived' | 'restore'

function archiveCalls(parts: CallParts): CallsOf<ArchiveMethod> {
  const { folders, coordinator, journals, now, changed } = parts
  const putAway = (item: WorkItem, move: () => void): Promise<RpcReply<'archive'>> =>
    notifying(parts, item, () =>
      coordinator.putAway(item, () => {
        const own = itemDirOf(folders, item)
        const live = liveDirOf(folders, item, workspaceIn(journals, item))
        if (live !== own) takeDocuments(live, own)
        move()
      }),
    )
  return {
    archive: ({ item }) => putAway(item, () => archive(folders, item, now())),
    deleteSpec: ({ item }) => putAway(item, () => moveToTrash(folders, item, now())),
    archived: () => guarded(() => ok(listArchive(folders))),
    restore: ({ id }) =>
      guarded(() => {
        const restored = restore(folders, id)
        if (restored.ok) changed(restored.value.item)
        return restored
      }),
  }
}

function applyTrust(parts: CallParts, { decision, findings }: RpcInput<'decideTrust'>): TrustView {
  const { folders, env, now, settings } = parts
  const { projectDir } = folders
  if (decision === null) revokeTrust(projectDir, env)
  else decideTrust(projectDir, env, { decision, findings, at: now() })
  settings.refresh()
  return readProjectTrust(folders, env)
}

async function create(
  parts: CallParts,
  { item, description, language, quick, worktree, ...choices }: RpcInput<'create'>,
  origin: CallOrigin,
): Promise<RpcReply<'create'>> {
  const { folders, files, settings, atWork, now } = parts
  const refusal = worktree === true ? await worktreeRefusal(parts) : null
  if (refusal !== null) return err(refusal)
  const created = await createItem(folders, files, {
    item,
    description,
    language: language ?? settings.language,
    at: now().toISOString(),
    ...origin,
    isQuick: quick === true,
    worktree,
    choices: choicesIn(choices),
  })
  if (created.ok) atWork.made(item)
  return created
}

/** Reports the change right away: the watcher would do so a little later. */
async function notifying<T>(
  { changed }: CallParts,
  item: WorkItem,
  act: () => Promise<Result<T, Rejection>>,
): Promise<Result<T, Rejection>> {
  const answer = await guarded(act)
  changed(item)
  return answer
}
