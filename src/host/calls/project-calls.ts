import type { Board } from '../../contracts/views/board.ts'
import type { FeatureName } from '../../contracts/ids.ts'
import type { Rejection } from '../../contracts/rejections.ts'
import { err, ok, type Result } from '../../contracts/result.ts'
import type { RunFlags } from '../../contracts/run-flags.ts'
import type { RpcInput, RpcMethod, RpcReply } from '../../contracts/rpc.ts'
import type { Budget, BudgetKind } from '../../contracts/spec-json.ts'
import type { TrustView } from '../../contracts/views/trust-view.ts'
import type { AgentHistory } from '../agents/agent-history.ts'
import type { AgentRegistry } from '../agents/agent-registry.ts'
import type { AutoExecutionCoordinator } from '../runs/auto-execution-coordinator.ts'
import { createSpec } from '../items/create-spec.ts'
import { Comments } from '../documents/comments-file.ts'
import { readDocument, readFolder } from '../documents/read-document.ts'
import { saveDocument } from '../documents/save-document.ts'
import { failureOf } from '../runs/failure-words.ts'
import type { DurableFiles } from '../files/durable-files.ts'
import type { FileJournals } from '../journal/file-journals.ts'
import { readChangesOf } from '../git/changes.ts'
import type { ProjectFolders } from '../project/folders.ts'
import type { Settings } from '../config/settings.ts'
import { archive, listShelf, moveToTrash, restore } from '../items/shelf.ts'
import { readStatuses } from '../items/spec-status.ts'
import { readProjectTrust, trustOwnBudget } from '../trust/project-trust.ts'
import { decideTrust, revokeTrust } from '../trust/trust-file.ts'
import { Turns } from '../runs/turns.ts'
import { readJournalPage } from './journal-call.ts'

const MAX_AGENTS = 500

export type ProjectCalls = { [M in RpcMethod]: (input: RpcInput<M>) => Promise<RpcReply<M>> }

export interface CallParts {
  folders: ProjectFolders
  settings: Settings
  env: NodeJS.ProcessEnv
  files: DurableFiles
  journals: FileJournals
  now: () => Date
  coordinator: AutoExecutionCoordinator
  agents: AgentRegistry
  history: AgentHistory
  board: (first?: number) => Promise<Board>
  /** A spec's files were changed by one of these calls. */
  changed: (feature: FeatureName) => void
}

/** What a project's host answers. */
export const projectCalls = (parts: CallParts): ProjectCalls => ({
  ...runCalls(parts),
  ...documentCalls(parts),
  ...shelfCalls(parts),
  create: (input) => followed(parts, input.feature, () => create(parts, input)),
  trust: () => guarded(() => ok(readProjectTrust(parts.folders, parts.env))),
  decideTrust: (input) => guarded(() => ok(decided(parts, input))),
  status: async ({ feature }) =>
    ok(readStatuses(parts.folders, feature, (one) => parts.journals.glance(one).state)),
  board: async ({ first }) => ok(await parts.board(first)),
  agents: async () => {
    await parts.history.load()
    for (const agent of parts.agents.list()) parts.history.note(agent)
    return ok(parts.history.newest(MAX_AGENTS))
  },
  agent: async ({ agentId }) => ok(parts.agents.get(agentId)),
})

type Some<M extends RpcMethod> = Pick<ProjectCalls, M>
type RunMethod =
  | 'start'
  | 'resume'
  | 'recover'
  | 'retry'
  | 'runPhase'
  | 'stop'
  | 'reset'
  | 'approve'
  | 'reject'
  | 'permit'
  | 'budget'
  | 'answer'
  | 'tell'

const runCalls = ({ coordinator, folders, env, now }: CallParts): Some<RunMethod> => ({
  start: ({ feature, go, nogo, ...flags }) =>
    coordinator.start(feature, { go, nogo, ...named(flags) }),
  resume: ({ feature, ...flags }) => coordinator.resume(feature, named(flags)),
  recover: ({ feature }) => coordinator.recover(feature),
  retry: ({ feature, from, ...flags }) => coordinator.retryFrom(feature, from, named(flags)),
  runPhase: ({ feature, phase, fix, ...flags }) =>
    coordinator.runPhase(feature, phase, { fix, ...named(flags) }),
  stop: ({ feature }) => coordinator.stop(feature),
  reset: ({ feature }) => coordinator.reset(feature),
  approve: ({ feature, phase }) => coordinator.approve(feature, phase),
  reject: ({ feature, phase, reason }) => coordinator.reject(feature, phase, reason),
  permit: ({ feature, go, nogo }) => coordinator.permit(feature, { go, nogo }),
  budget: async ({ feature, ...changes }) => {
    const reply = await coordinator.budget(feature, given(changes))
    if (reply.ok) trustOwnBudget(folders, feature, { env, at: now() })
    return reply
  },
  answer: ({ feature, answer, questionId = null }) =>
    coordinator.answer(feature, answer, questionId),
  tell: ({ feature, text, now }) => coordinator.tell(feature, text, now),
})

const named = ({ agent = null, permission = null, allowTools = [] }: Flags): RunFlags => ({
  agent,
  permission,
  allowTools,
})

type Flags = { [K in keyof RunFlags]?: RunFlags[K] | undefined }

/** What was left out of a call stays as it is. */
const given = (changes: { [K in BudgetKind]?: number | null | undefined }): Partial<Budget> =>
  Object.fromEntries(Object.entries(changes).filter(([, limit]) => limit !== undefined))

type DocumentMethod =
  | 'folder'
  | 'document'
  | 'saveDocument'
  | 'comment'
  | 'resolveComment'
  | 'deleteComment'
  | 'journal'
  | 'changes'

function documentCalls(parts: CallParts): Some<DocumentMethod> {
  const { folders, files, env } = parts
  const comments = new Comments(parts)
  const turns = new Turns()
  return {
    folder: (owner) => guarded(() => readFolder(folders, owner)),
    document: (input) => guarded(() => readDocument(folders, input)),
    saveDocument: (input) =>
      followed(parts, input.feature, () =>
        turns.take(input.feature, () => saveDocument(folders, files, input)),
      ),
    comment: (input) => followed(parts, input.feature, () => comments.add(input)),
    resolveComment: (input) => followed(parts, input.feature, () => comments.resolve(input)),
    deleteComment: (input) => followed(parts, input.feature, () => comments.delete(input)),
    journal: (input) => guarded(() => readJournalPage(parts, input)),
    changes: ({ feature }) => guarded(() => readChangesOf(folders, feature, env)),
  }
}

type ShelfMethod = 'archive' | 'deleteSpec' | 'shelf' | 'restore'

function shelfCalls(parts: CallParts): Some<ShelfMethod> {
  const { folders, coordinator, now, changed } = parts
  const putAway = (feature: FeatureName, move: () => void): Promise<RpcReply<'archive'>> =>
    followed(parts, feature, () => coordinator.putAway(feature, move))
  return {
    archive: ({ feature }) => putAway(feature, () => archive(folders, feature)),
    deleteSpec: ({ feature }) => putAway(feature, () => moveToTrash(folders, feature, now())),
    shelf: () => guarded(() => ok(listShelf(folders))),
    restore: ({ id }) =>
      guarded(() => {
        const restored = restore(folders, id)
        if (restored.ok) changed(restored.value.feature as FeatureName)
        return restored
      }),
  }
}

function decided(parts: CallParts, { decision, findings }: RpcInput<'decideTrust'>): TrustView {
  const { folders, env, now, settings } = parts
  const { projectDir } = folders
  if (decision === null) revokeTrust(projectDir, env)
  else decideTrust(projectDir, env, { decision, findings, at: now() })
  settings.refresh()
  return readProjectTrust(folders, env)
}

function create(
  { folders, files, settings, now }: CallParts,
  { feature, description, language }: RpcInput<'create'>,
): Promise<RpcReply<'create'>> {
  return createSpec(folders, files, {
    feature,
    description,
    language: language ?? settings.language,
    at: now().toISOString(),
  })
}

/** The watcher would tell of it a little later. */
async function followed<T>(
  { changed }: CallParts,
  feature: FeatureName,
  act: () => Promise<Result<T, Rejection>>,
): Promise<Result<T, Rejection>> {
  const answer = await guarded(act)
  changed(feature)
  return answer
}

/** What the disk refuses is a refusal like any other. */
async function guarded<T>(
  act: () => Result<T, Rejection> | Promise<Result<T, Rejection>>,
): Promise<Result<T, Rejection>> {
  try {
    return await act()
  } catch (error) {
    return err(failureOf(error).rejection)
  }
}
