import type { AgentInfo, AgentOutcome, LaunchKey, Usage } from '../../contracts/launch/agent.ts'
import {
  agentIdSchema,
  isAskId,
  runIdSchema,
  stepIdSchema,
  type AgentId,
  type CommandId,
} from '../../contracts/ids.ts'
import type { Rejection } from '../../contracts/rejections.ts'
import { err, ok, type Result } from '../../contracts/result.ts'
import {
  PROJECT_TALKS,
  type AskAbout,
  type AskConversation,
  type Turn,
} from '../../contracts/views/asks.ts'
import type { WorkItem } from '../../contracts/work-item.ts'
import { nextTalk } from '../../core/asks/talks.ts'
import type { SpentBudget } from '../../core/state/spent.ts'
import { agentProblem } from '../agents/launch/agent-problem.ts'
import { agentFolder } from '../agents/folder/agent-folder.ts'
import { ranMsOf } from '../agents/ran-ms.ts'
import { lineReaderOf } from '../agents/folder/agents-on-disk.ts'
import type { Drivers } from '../agents/drivers/driver.ts'
import { nameFor } from '../calls/answered-calls.ts'
import { describe } from '../files/errno.ts'
import { itemExists } from '../project/folders.ts'
import type { Slots } from '../ports/slots.ts'
import { warn } from '../upkeep/warn.ts'
import { answerIn } from './answer-text.ts'
import { listConversations, readTurns, writeTurns } from './conversation-file.ts'
import {
  askDirOf,
  askRefusal,
  itemOf,
  SETTINGS_PHASE,
  planOf,
  prepareAsk,
  refusalWords,
  type AskPlace,
} from './launch-ask.ts'
import { changedBetween, treeState, type TreeState } from './tree-watch.ts'

export interface AskParts extends AskPlace {
  drivers: Drivers
  slots: Slots
  now: () => Date
  changed: (about: AskAbout, turn: Turn) => void
  reportAgent: (agent: AgentInfo) => void
  /** Records what an answer about an item has cost. */
  account: (item: WorkItem, end: AskCost) => Promise<void>
  /** The budget limit that the item has used up; null if another agent may run. */
  overspent: (item: WorkItem) => SpentBudget | null
}

interface AskOptions {
  text: string
  isFresh: boolean
  commandId: CommandId
  /** Null: continue the last one. */
  conversation: number | null
}

interface AskCost {
  agentId: AgentId
  agent: string
  usage: Usage | null
  ranMs: number | null
}

interface OpenAsk {
  about: AskAbout
  before: TreeState | null
  /** Someone else worked in the same folder: changes there may be theirs. */
  isShared: boolean
  timer: NodeJS.Timeout | null
  /** Its agent has not been started yet. */
  isQueued: boolean
  isStopped: boolean
}

/** Conversations with agents that only read; each has at most one open question. */
export class Asks {
  readonly #parts: AskParts
  readonly #open = new Map<AgentId, OpenAsk>()
  readonly #unsubscribe: () => void

  constructor(parts: AskParts) {
    this.#parts = parts
    this.#unsubscribe = parts.agents.onAgentStatusChange(({ key, outcome }) => {
      const open = this.#open.get(key.agentId)
      if (open === undefined) return
      const info = parts.agents.get(key.agentId)
      if (info !== null) parts.reportAgent(info)
      if (outcome === null) return
      this.#end(key.agentId, open, outcome).catch((error: unknown) => {
        this.#letGo(key.agentId)
        warn(error)
      })
    })
  }

  close(): void {
    this.#unsubscribe()
    for (const { timer } of this.#open.values()) if (timer !== null) clearTimeout(timer)
  }

  /** Takes over what an earlier host left open; what cannot be is tried again at the next look. */
  async takeOverAll(): Promise<void> {
    for (const about of listConversations(this.#parts.folders))
      await this.#takeOverOpen(about).catch(warn)
  }

  async conversation(about: AskAbout): Promise<AskConversation> {
    await this.#takeOverOpen(about)
    return { about, turns: readTurns(this.#parts.folders, about) }
  }

  /** The usage of questions that are not about an item, since then. */
  usedSince(from: string): (Usage | null)[] {
    return PROJECT_TALKS.flatMap((about) => readTurns(this.#parts.folders, about))
      .filter((turn) => turn.at >= from && !isOpen(turn) && hasWorked(turn))
      .map(({ usage }) => usage)
  }

  async ask(
    about: AskAbout,
    { text, isFresh, conversation, commandId }: AskOptions,
  ): Promise<Result<Turn, Rejection>> {
    const { folders, now, slots } = this.#parts
    const item = itemOf(about)
    if (item !== null && !itemExists(folders, item)) return err({ code: 'NOT_FOUND', item })
    await this.#takeOverOpen(about)
    // From here to the write nothing is awaited: another question could be asked meanwhile.
    const turns = readTurns(folders, about)
    const key = keyFor(commandId)
    const known = turns.find(({ id }) => id === key.agentId)
    if (known !== undefined) return ok(known)
    if (turns.some(isOpen)) return err({ code: 'ASK_BUSY' })
    const over = item === null ? null : this.#parts.overspent(item)
    if (item !== null && over !== null) return err({ code: 'BUDGET_SPENT', item, ...over })
    this.#parts.settings.refresh()
    const { agent } = planOf(this.#parts, about)
    const { drivers, env } = this.#parts
    const refusal = askRefusal(this.#parts, about) ?? agentProblem(agent, drivers, env)
    if (refusal !== null) return err(refusal)
    const turn: Turn = {
      id: key.agentId,
      conversation: isFresh
        ? nextTalk(turns)
        : (conversation ?? turns.at(-1)?.conversation ?? nextTalk(turns)),
      at: now().toISOString(),
      question: text,
      answer: '',
      status: 'queued',
      agent,
      usage: null,
      changed: null,
    }
    writeTurns(folders, about, [...turns, turn])
    this.#open.set(key.agentId, {
      about,
      before: null,
      isShared: false,
      timer: null,
      isQueued: true,
      isStopped: false,
    })
    void slots.acquire({
      holder: key.agentId,
      isAtWork: false,
      granted: () => void this.#start(about, key, turn).catch(warn),
    })
    return ok(this.#turn(about, key.agentId) ?? turn)
  }

  /** Stops the agent that is working on an answer. */
  async stop(about: AskAbout): Promise<{ changed: boolean }> {
    const { turns } = await this.conversation(about)
    const turn = turns.findLast(isOpen)
    if (turn === undefined) return { changed: false }
    const agentId = agentIdSchema.parse(turn.id)
    const open = this.#open.get(agentId)
    if (open !== undefined) open.isStopped = true
    if (open?.isQueued === true) this.#finish(about, agentId, { status: 'stopped' })
    else await this.#parts.agents.stop(agentId)
    return { changed: true }
  }

  async #start(about: AskAbout, key: LaunchKey, turn: Turn): Promise<void> {
    const { agentId } = key
    const open = this.#open.get(agentId)
    if (open === undefined || open.isStopped) return
    try {
      open.before = await treeState(askDirOf(this.#parts, about), this.#parts.env)
      if (open.isStopped) return
      open.isShared = this.#hasWriters(about)
      const earlier = readTurns(this.#parts.folders, about).filter(
        ({ id, conversation }) => id !== turn.id && conversation === turn.conversation,
      )
      const resumeSessionId = this.#sessionOf(earlier, turn)
      const before = resumeSessionId === null ? 0 : earlier.length
      // It may have waited for its slot for hours.
      const refusal = askRefusal(this.#parts, about)
      if (refusal !== null) throw new Error(refusalWords(refusal))
      prepareAsk(this.#parts, { about, key, turn, before, resumeSessionId }).start()
    } catch (error) {
      return this.#finish(about, agentId, { status: 'failed', answer: describe(error) })
    }
    open.isQueued = false
    this.#limitTime(agentId, open)
    this.#change(about, agentId, { status: 'running' })
  }

  #limitTime(agentId: AgentId, open: OpenAsk): void {
    const { agents, settings } = this.#parts
    const stop = (): void => void agents.stop(agentId).catch(warn)
    open.timer = setTimeout(stop, settings.timeoutMs(SETTINGS_PHASE)).unref()
  }

  /** The last session, if the same agent had it: another agent could not resume it. */
  #sessionOf(earlier: readonly Turn[], { agent }: Turn): string | null {
    const last = earlier.findLast(({ status }) => status === 'answered')
    if (last === undefined || last.agent !== agent) return null
    return this.#parts.agents.get(agentIdSchema.parse(last.id))?.sessionId ?? null
  }

  async #end(agentId: AgentId, open: OpenAsk, outcome: AgentOutcome): Promise<void> {
    const { folders, drivers, agents, env } = this.#parts
    const { about, before, timer, isStopped } = open
    if (timer !== null) clearTimeout(timer)
    const { out } = agentFolder(folders, agentId)
    const info = agents.get(agentId)
    const agent = info?.agent ?? ''
    const said = answerIn(out, lineReaderOf(drivers, agent))
    const item = itemOf(about)
    const ranMs = ranMsOf(info, outcome.cause === 'lost')
    if (item !== null && outcome.cause !== 'not-started')
      await this.#parts.account(item, { agentId, agent, usage: outcome.usage, ranMs })
    const isShared = open.isShared || this.#hasWriters(about)
    const after = await treeState(askDirOf(this.#parts, about), env).catch(() => null)
    this.#finish(about, agentId, {
      status: outcome.status === 'completed' ? 'answered' : isStopped ? 'stopped' : 'failed',
      answer: outcome.status === 'completed' ? said : outcome.message || said,
      usage: outcome.usage,
      changed: isShared ? null : changedBetween(before, after),
    })
  }

  async #takeOverOpen(about: AskAbout): Promise<void> {
    for (const turn of readTurns(this.#parts.folders, about)) {
      const agentId = agentIdSchema.parse(turn.id)
      if (isOpen(turn) && !this.#open.has(agentId)) await this.#takeOver(about, agentId)
    }
  }

  /** Adopts a question that an earlier host started: nobody may have seen its end. */
  async #takeOver(about: AskAbout, agentId: AgentId): Promise<void> {
    const state = { before: null, isShared: true, timer: null, isQueued: false, isStopped: false }
    const open: OpenAsk = { about, ...state }
    this.#open.set(agentId, open)
    try {
      const found = await this.#parts.agents.adopt(agentId)
      if (found.kind === 'running') this.#keepRunning(agentId, open)
      else if (found.kind === 'never-started') this.#finish(about, agentId, { status: 'stopped' })
      else await this.#end(agentId, open, found.outcome)
    } catch (error) {
      this.#letGo(agentId)
      throw error
    }
  }

  #keepRunning(agentId: AgentId, open: OpenAsk): void {
    void this.#parts.slots.acquire({ holder: agentId, isAtWork: true, granted: () => undefined })
    this.#limitTime(agentId, open)
  }

  /** True if an agent that may write works in the same folder. */
  #hasWriters(about: AskAbout): boolean {
    const dir = askDirOf(this.#parts, about)
    const { agents, folders } = this.#parts
    return agents
      .working()
      .some(
        ({ agentId, item }) =>
          !isAskId(agentId) && itemExists(folders, item) && askDirOf(this.#parts, item) === dir,
      )
  }

  #finish(about: AskAbout, agentId: AgentId, changes: Partial<Turn>): void {
    this.#letGo(agentId)
    this.#change(about, agentId, changes)
  }

  /** The next look at the conversation takes it over if it is still open there. */
  #letGo(agentId: AgentId): void {
    this.#open.delete(agentId)
    void this.#parts.slots.release(agentId)
  }

  #change(about: AskAbout, agentId: AgentId, changes: Partial<Turn>): void {
    const { folders, changed } = this.#parts
    const turns = readTurns(folders, about).map((turn) =>
      turn.id === agentId && isOpen(turn) ? { ...turn, ...changes } : turn,
    )
    writeTurns(folders, about, turns)
    const turn = turns.find(({ id }) => id === agentId)
    if (turn !== undefined) changed(about, turn)
  }

  #turn(about: AskAbout, agentId: AgentId): Turn | null {
    return readTurns(this.#parts.folders, about).find(({ id }) => id === agentId) ?? null
  }
}

/** A question that was stopped in the queue has used nothing. */
const hasWorked = ({ status, usage }: Turn): boolean => status === 'answered' || usage !== null

const isOpen = ({ status }: Turn): boolean => status === 'queued' || status === 'running'

/** The same for a question that is asked again because its host died. */
function keyFor(commandId: CommandId): LaunchKey {
  const name = nameFor(commandId)
  return {
    runId: runIdSchema.parse(`run_${name}`),
    stepId: stepIdSchema.parse(`ask_${name}_1`),
    attempt: 1,
    agentId: agentIdSchema.parse(`ask_${name}_1_1`),
  }
}
