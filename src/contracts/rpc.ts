import { ITEM_KINDS, type WorkItem } from './work-item.ts'
import { z } from 'zod'
import type { AgentInfo } from './launch/agent.ts'
import {
  choicesShape,
  commandTable,
  type Callers,
  type CommandAnswer,
  type CommandName,
} from './commands.ts'
import type { Board, ItemRow } from './views/board.ts'
import { newCheckSchema, type ChecksView, type SuggestionsView } from './views/checks-view.ts'
import type { LineComment } from './views/comments.ts'
import { patchRequestSchema, projectPathSchema, type Changes, type Patch } from './views/changes.ts'
import {
  documentNameSchema,
  type ApprovalView,
  type DocumentContent,
  type Folder,
  type ArchivedItem,
} from './views/documents.ts'
import type { CommandId, ProjectId, RunId } from './ids.ts'
import {
  agentIdSchema,
  deviceIdSchema,
  newItemSchema,
  projectIdSchema,
  workItemSchema,
} from './ids.ts'
import type { JournalEntry } from './journal.ts'
import type { OlderEvent } from './views/older-events.ts'
import type { ItemInsights } from './views/insights.ts'
import type { Notification } from './views/notification.ts'
import type { QuestionsView } from './asked/questions.ts'
import type { Rejection } from './rejections.ts'
import type { AccessView, PairingOffer } from './views/access-view.ts'
import type { Result } from './result.ts'
import type { RunResult } from './run-state.ts'
import type { SavedContent, SavedView } from './views/saved-view.ts'
import type { Checkup, SettingsView } from './views/settings-view.ts'
import type { ItemReport, ProjectReport } from './views/report.ts'
import { askAboutSchema, type AskAbout, type AskConversation, type Turn } from './views/asks.ts'
import { MAX_ASKED, MAX_STEERING_TEXT } from './views/call-limits.ts'
import type { SpecStatus } from './views/status.ts'
import { ROLES } from './roles.ts'
import type { ItemFiles } from './views/item-files.ts'
import type { EnrolmentCode, WorkerView } from './views/workers.ts'
import { STEERING_NAMES, type SteeringView } from './views/steering.ts'
import { decidedFindingSchema, trustDecisionSchema, type TrustView } from './views/trust-view.ts'

/**
 * A caller whose host died repeats its call. `looks` changes nothing. `sets`: to do it twice is the
 * same as to do it once. `acts`: one with an id that was carried out gets its first answer.
 */
type Repeated = 'looks' | 'sets' | 'acts'

const call =
  <R extends Repeated>(repeated: R) =>
  <S extends z.ZodRawShape>(shape: S, callers: Callers = 'everyone') => ({
    input: z.object(shape),
    callers,
    repeated,
  })

const looks = call('looks')
const sets = call('sets')
const acts = call('acts')

const anyItem = { item: workItemSchema }

const sinceSchema = z
  .string()
  .max(40)
  .refine((text) => /^\d{1,4}[hdw]$/.test(text) || !Number.isNaN(Date.parse(text)))
const onLine = {
  line: z.number().int().positive(),
  quote: z.string().max(2000),
  text: z.string().trim().min(1).max(10_000),
}

const savedRef = { ref: z.string().max(300) }

/** Every call another process can make to a project's live host, with what it must send. */
export const callTable = {
  ...commandTable,
  /** `quick` is for specs: a small change without requirements, design and review. */
  create: acts({
    item: newItemSchema,
    description: z.string(),
    language: z.string().nullable(),
    quick: z.boolean().optional(),
    /** Omitted: the settings decide. */
    worktree: z.boolean().optional(),
    /** Omitted: the settings decide. */
    ...choicesShape,
  }),
  /** The files of the project and its specs that take effect. */
  trust: looks({}),
  /** Null forgets the decision. Only from the host's own computer. */
  decideTrust: sets(
    {
      decision: trustDecisionSchema.nullable(),
      findings: z.array(decidedFindingSchema).max(10_000),
    },
    'local',
  ),
  /** The declared checks, and what keeps each from running. */
  checks: looks({}),
  suggestChecks: looks({}),
  /** Written to the project's configuration and trusted in the same act. */
  addCheck: acts({ check: newCheckSchema }, 'local'),
  removeCheck: acts({ name: z.string().max(100) }, 'local'),
  status: looks({ item: workItemSchema.nullable(), kind: z.enum(ITEM_KINDS).optional() }),
  agents: looks({}),
  agent: looks({ agentId: agentIdSchema }),
  /** With `first`, only that many of the most recently active specs: for a page without any yet. */
  board: looks({ first: z.number().int().positive().optional() }),
  folder: looks(anyItem),
  document: looks({ ...anyItem, document: documentNameSchema }),
  /** What the document's last approval covers; null when it is not approved. */
  approval: looks({ ...anyItem, document: documentNameSchema }),
  /** `base` is the version it was made from; null for a document that does not exist yet. */
  saveDocument: acts({
    ...anyItem,
    document: documentNameSchema,
    text: z.string(),
    base: z.string().nullable(),
  }),
  comment: acts({ ...anyItem, document: documentNameSchema, ...onLine }),
  /** Comments on a line that the item changed, or on one next to it. */
  commentOnCode: acts({
    ...anyItem,
    file: projectPathSchema,
    side: z.enum(['old', 'new']),
    ...onLine,
  }),
  resolveComment: sets({ ...anyItem, id: z.string(), resolved: z.boolean() }),
  deleteComment: acts({ ...anyItem, id: z.string() }),
  /** What the stopped run asks the user, and what people have decided so far. */
  questions: looks(anyItem),
  /** Newest first; `before` is the seq to continue from. */
  journal: looks({
    ...anyItem,
    before: z.number().int().positive().nullable(),
    limit: z.number().int().min(1).max(1000),
  }),
  changes: looks(anyItem),
  /** For a CLI on another computer, which works from files. */
  itemFiles: looks(anyItem),
  /** Where an item's time and money went. */
  insights: looks(anyItem),
  /** How the item went, over all of its runs. */
  report: looks(anyItem),
  /** `since` is `12h`, `2d`, `1w` or a timestamp. */
  projectReport: looks({ since: sinceSchema }),
  /** The user has seen the result of the run that ended at `at`. */
  seeEnd: sets({ ...anyItem, at: z.string().max(40) }),
  /** The diffs of some of the changed files, in the order requested. */
  patches: looks({ ...anyItem, ...patchRequestSchema }),
  /** An agent answers, and may only read. Returns the new turn. */
  ask: acts({
    about: askAboutSchema,
    text: z.string().trim().min(1).max(MAX_ASKED),
    /** Starts a new conversation. */
    fresh: z.boolean().optional(),
    /** The conversation to continue; the last one by default. */
    conversation: z.number().int().nonnegative().max(1_000_000).optional(),
  }),
  conversation: looks({ about: askAboutSchema }),
  stopAsking: sets({ about: askAboutSchema }),
  /** The steering documents, and what an agent has proposed for them. */
  steering: looks({}),
  /** `base` is the version that was shown; null for a document that does not exist yet. */
  saveSteering: acts({
    name: z.enum(STEERING_NAMES),
    text: z.string().min(1).max(MAX_STEERING_TEXT),
    base: z.string().nullable(),
  }),
  /** What the host saved before it removed, reset or overwrote something. */
  saved: looks({}),
  showSaved: looks(savedRef),
  /** Restores it as a new branch. */
  restoreSaved: acts(savedRef),
  /** Local only: no device may choose a folder on the user's computer. */
  restoreSavedTo: acts({ ...savedRef, dir: z.string().min(1).max(4096) }, 'local'),
  dropSaved: acts(savedRef),
  archive: acts(anyItem),
  deleteSpec: acts(anyItem),
  archived: looks({}),
  restore: acts({ id: z.string().max(200) }),
} as const

export type RpcMethod = keyof typeof callTable
/** The calls beside the commands that must not be carried out twice. */
export type ActingMethod = {
  [M in RpcMethod]: (typeof callTable)[M]['repeated'] extends 'acts' ? M : never
}[RpcMethod]
export type RpcInput<M extends RpcMethod> = z.infer<(typeof callTable)[M]['input']>

const POOL = /^[a-z0-9][a-z0-9._-]{0,59}$/
const workerIdSchema = z.string().regex(/^worker_[0-9a-f]{12}$/)

const setting = z.object({ project: projectIdSchema.nullable() })

/** Calls that concern the whole host and not one project. */
export const hostInputs = {
  hello: z.object({}),
  openProject: z.object({ dir: z.string().min(1).max(4096) }),
  closeProject: z.object({ project: projectIdSchema }),
  settings: setting,
  /** Null removes the value from the personal configuration. */
  setSetting: setting.extend({ key: z.string().max(100), value: z.unknown() }),
  checkup: setting,
  access: z.object({}),
  setRemote: z.object({
    on: z.boolean(),
    address: z.string().max(100).nullable(),
    port: z.number().int().min(0).max(65_535).nullable(),
  }),
  setAllowedHosts: z.object({ hosts: z.array(z.string().max(253)).max(50) }),
  /** In a fleet: the name and the role of the person. */
  pair: z.object({
    name: z.string().trim().min(1).max(60).optional(),
    role: z.enum(ROLES).optional(),
  }),
  revoke: z.object({ device: deviceIdSchema }),
  /** The workers of a fleet; a single machine has none. */
  workers: z.object({}),
  enrolWorker: z.object({ pools: z.array(z.string().regex(POOL)).min(1).max(20) }),
  /** A draining worker finishes its steps and gets no new ones until this is turned off. */
  drainWorker: z.object({ worker: workerIdSchema, on: z.boolean() }),
  revokeWorker: z.object({ worker: workerIdSchema }),
} as const

export type HostMethod = keyof typeof hostInputs
export type HostInput<M extends HostMethod> = z.input<(typeof hostInputs)[M]>

interface RpcOutputs {
  create: null
  trust: TrustView
  decideTrust: TrustView
  checks: ChecksView
  suggestChecks: SuggestionsView
  addCheck: ChecksView
  removeCheck: ChecksView
  status: SpecStatus[]
  agents: AgentInfo[]
  agent: AgentInfo | null
  board: Board
  folder: Folder
  document: DocumentContent
  approval: ApprovalView | null
  saveDocument: { version: string }
  comment: LineComment
  commentOnCode: LineComment
  resolveComment: null
  deleteComment: null
  questions: QuestionsView
  /** The last page also has the events of the older tool, if there are any. */
  journal: { entries: JournalEntry[]; hasMore: boolean; older?: OlderEvent[] }
  changes: Changes
  itemFiles: ItemFiles
  insights: ItemInsights
  report: ItemReport
  projectReport: ProjectReport
  seeEnd: null
  patches: Patch[]
  ask: Turn
  conversation: AskConversation
  stopAsking: { changed: boolean }
  steering: SteeringView
  saveSteering: { version: string }
  saved: SavedView[]
  showSaved: SavedContent
  restoreSaved: { branch: string }
  restoreSavedTo: { dir: string; files: number }
  dropSaved: null
  archive: null
  deleteSpec: null
  archived: ArchivedItem[]
  restore: { item: WorkItem }
}
type RpcOutput<M extends RpcMethod> = M extends CommandName
  ? CommandAnswer<M>
  : M extends keyof RpcOutputs
    ? RpcOutputs[M]
    : never
export type RpcReply<M extends RpcMethod> = Result<RpcOutput<M>, Rejection>

export interface ProjectInfo {
  id: ProjectId
  dir: string
  name: string
  /** Its folder was moved or deleted while the project was open. */
  isGone?: boolean
}

export interface Hello {
  version: string
  projects: ProjectInfo[]
  /** The project this host selected last. */
  current: ProjectId | null
  /** Folders that were open before, newest first. */
  recent: string[]
  /** How commands begin on the host's computer: `sdd`, or what works where it is not installed. */
  command: string
  self: AccessView['self']
  /** The projects are those of a fleet: features that need local files are missing. */
  isFleet?: true
}

interface HostOutputs {
  hello: Hello
  openProject: ProjectInfo
  closeProject: null
  settings: SettingsView
  setSetting: SettingsView
  checkup: Checkup
  access: AccessView
  setRemote: AccessView
  setAllowedHosts: AccessView
  pair: PairingOffer
  revoke: AccessView
  workers: WorkerView[]
  enrolWorker: EnrolmentCode
  drainWorker: WorkerView[]
  revokeWorker: WorkerView[]
}
export type HostReply<M extends HostMethod> = Result<HostOutputs[M], Rejection>

/** What a project's host sends its clients, in the order in which it happened. */
export type HostEvent =
  | { type: 'entry'; item: WorkItem; entry: JournalEntry }
  | { type: 'settled'; item: WorkItem; runId: RunId; result: RunResult }
  | { type: 'notification'; notification: Notification }
  | { type: 'agent'; agent: AgentInfo }
  /** A turn of a conversation began, or got its answer. */
  | { type: 'asked'; about: AskAbout; turn: Turn }
  | { type: 'files-changed'; item: WorkItem; files: string[] }
  | { type: 'row'; row: ItemRow }
  | { type: 'row-gone'; item: WorkItem }

/** The events of every project, and those that concern no single project. */
export type News =
  | { project: ProjectId; event: HostEvent }
  | {
      project: null
      event: {
        type: 'projects-changed' | 'access-changed' | 'settings-changed' | 'workers-changed'
      }
    }

/**
 * What the subscription delivers. `fresh` starts a stream that does not continue the previous one
 * (first connection, another host, away too long): whatever the client knows may be out of date.
 */
export interface NewsBatch {
  fresh: boolean
  news: News[]
}

/** Whoever repeats a call because its host died gives it the same id. */
export interface CallStamp {
  commandId?: CommandId | undefined
}

/** The same calls, whether the host is this process or another one. */
export interface HostApi {
  call<M extends RpcMethod>(method: M, input: RpcInput<M>, stamp?: CallStamp): Promise<RpcReply<M>>
  subscribe(listener: (event: HostEvent) => void): () => void
}
