import { statSync } from 'node:fs'
import type {
  AgentInfo,
  AgentOutcome,
  AgentQuestion,
  AgentRecord,
} from '../../contracts/launch/agent.ts'
import type { Now } from '../../contracts/views/now.ts'
import { checkNameOf } from '../../core/agent-events/check-lines.ts'
import { folderOf } from '../../core/formats/item-place.ts'
import { shownTarget, type Doing } from '../../core/agent-events/doing.ts'
import { denialReaderFor } from '../../core/agent-events/line-reader.ts'
import { infoOfRecord } from './folder/agent-info.ts'
import { type AgentFolder, readExitFile, readFileTail } from './folder/agent-folder.ts'
import type { Driver } from './drivers/driver.ts'
import { LogTail } from './logs/log-tail.ts'
import { type AgentExit, bareOutcome, decideOutcome, ERROR_TAIL_BYTES } from './logs/outcome.ts'
import { isAlive, type ProcessRow } from './process/process-table.ts'
import type { TreeLeader } from './process/process-tree.ts'
import { createTranscriptReader } from './logs/transcript.ts'

/** Checking a pid costs more than looking for the exit file, and matters only without one. */
const LOOKS_PER_PID_CHECK = 10

export type WatchedAgentOptions = {
  record: AgentRecord
  folder: AgentFolder
  readLine: Driver['readLine']
  leader: TreeLeader
  /** Started by an earlier host: this process gets no exit event for it. */
  isAdopted: boolean
}

/** One running agent: its output so far, and how long it has been silent. */
export class WatchedAgent {
  readonly record: AgentRecord
  readonly folder: AgentFolder
  readonly leader: TreeLeader
  readonly isAdopted: boolean
  readonly startedAtMs: number
  status: 'running' | 'hang' = 'running'
  /** Set once, when the process has ended; a stop after that comes too late. */
  exit: AgentExit | null = null
  isStopped = false
  /** Its files could not be read, and that has been reported. */
  isUnreadable = false
  /** Its final outcome if the host ends it: it lingered or ran out of time. */
  verdict: AgentOutcome | null = null
  stopping: Promise<void> | null = null
  treeDeath: Promise<void> | null = null
  /** Its descendants at the last scan: a daemon may not be linked to it in any other way. */
  noted: readonly ProcessRow[] = []
  readonly ended: Promise<AgentOutcome>
  readonly #settle: (outcome: AgentOutcome) => void
  readonly #reader: ReturnType<typeof createTranscriptReader>
  readonly #tail: LogTail
  readonly #wakers = new Set<() => void>()
  #lastOutputMs = performance.now()
  #lastOutputAt: string | null = null
  #errorBytes = 0
  #looks = 0
  #question: AgentQuestion | null = null
  #doing: Doing | null = null
  #doingSince: string

  constructor({ record, folder, readLine, leader, isAdopted }: WatchedAgentOptions) {
    this.record = record
    this.folder = folder
    this.leader = leader
    this.isAdopted = isAdopted
    this.startedAtMs = performance.now() - (isAdopted ? ageOf(folder) : 0)
    this.#doingSince = record.startedAt
    this.#reader = createTranscriptReader(readLine)
    this.#tail = new LogTail({ path: folder.out, onChunk: this.#reader.push })
    let settle: (outcome: AgentOutcome) => void = () => {}
    this.ended = new Promise((resolve) => {
      settle = resolve
    })
    this.#settle = settle
  }

  /** Reads new output; true if the agent started or stopped being silent or waiting. */
  look(hangAfterMs: number): boolean {
    const written = this.#tail.look() ?? this.#lookAtErrors()
    if (written !== null) {
      this.#lastOutputMs = performance.now()
      this.#lastOutputAt = written.toISOString()
      this.#updateDoing(this.#lastOutputAt)
      this.#wake()
    }
    const hasNewQuestion = this.#updateQuestion()
    // An agent that waits for an answer prints nothing; its silence counts from the answer.
    if (this.#question !== null) this.#lastOutputMs = performance.now()
    // A check has a time limit instead, and a long one may print nothing at all.
    const isTimed = this.record.timeoutMs !== undefined
    const isSilent = !isTimed && performance.now() - this.#lastOutputMs > hangAfterMs
    const status = isSilent ? 'hang' : 'running'
    const hasNewStatus = status !== this.status
    this.status = status
    return hasNewStatus || hasNewQuestion
  }

  /** True if it has been silent that long since its terminal event but has not exited. */
  lingers(lingerMs: number): boolean {
    const { ended, question } = this.#reader.transcript
    if (ended === null || question !== null || this.verdict !== null) return false
    return performance.now() - this.#lastOutputMs > lingerMs
  }

  get question(): AgentQuestion | null {
    return this.#question
  }

  /** True if its time limit has passed. */
  isOverdue(): boolean {
    const { timeoutMs } = this.record
    if (timeoutMs === undefined || this.verdict !== null) return false
    return performance.now() - this.startedAtMs > timeoutMs
  }

  /** The outcome of an agent whose time is up, whatever its output says. */
  timeOut(): AgentOutcome {
    const { message } = this.judge({ kind: 'unknown' })
    return { ...bareOutcome({ kind: 'unknown' }), cause: 'timeout', message }
  }

  /** How an adopted agent ended, or null. The exit file is written before the wrapper dies. */
  findExit(): AgentExit | null {
    const code = readExitFile(this.folder)
    if (code !== null) return { kind: 'status', code }
    this.#looks += 1
    if (this.#looks % LOOKS_PER_PID_CHECK !== 0 || this.#isLeaderAlive()) return null
    const lastWord = readExitFile(this.folder)
    return lastWord === null ? { kind: 'unknown' } : { kind: 'status', code: lastWord }
  }

  /** Reads the rest of the output and decides the outcome from all of it. */
  async conclude(exit: AgentExit): Promise<AgentOutcome> {
    await this.#tail.drain()
    this.#reader.end()
    return this.judge(exit)
  }

  /** Decides the outcome from the output read so far. */
  judge(exit: AgentExit): AgentOutcome {
    const isSuccess = exit.kind === 'settled' || (exit.kind === 'status' && exit.code === 0)
    const { transcript } = this.#reader
    const { agent } = this.record
    const saysSuccess = isSuccess && transcript.ended?.ok === true
    const needsErrors = !saysSuccess || denialReaderFor(agent) !== null
    const errorOutput = needsErrors ? readFileTail(this.folder.err, ERROR_TAIL_BYTES) : ''
    const { isStopped } = this
    const evidence = { transcript, errorOutput, agent, endedAt: new Date() }
    const outcome = decideOutcome({ exit, isStopped, ...evidence })
    return { ...outcome, sessionId: outcome.sessionId ?? this.record.sessionId }
  }

  get outputBytes(): number {
    return this.#tail.bytes
  }

  settle(outcome: AgentOutcome): void {
    this.#settle(outcome)
    this.#wake()
  }

  onGrowth(wake: () => void): () => void {
    this.#wakers.add(wake)
    return () => {
      this.#wakers.delete(wake)
    }
  }

  info(): AgentInfo {
    const { sessionId, usage, model } = this.#reader.transcript
    return {
      ...infoOfRecord(this.record),
      model: model ?? this.record.model,
      sessionId: sessionId ?? this.record.sessionId,
      status: this.status,
      pid: this.leader.pid,
      endedAt: null,
      lastOutputAt: this.#lastOutputAt,
      usage,
      message: null,
      question: this.#question,
      now: this.#now(),
    }
  }

  /** Stops watching the agent; settles `ended` so that nobody waits forever. */
  close(): void {
    this.#tail.close()
    this.settle(bareOutcome({ kind: 'unknown' }, this.isStopped))
  }

  #updateDoing(at: string): void {
    const { doing } = this.#reader.transcript
    if (doing === this.#doing) return
    this.#doing = doing
    this.#doingSince = at
  }

  #now(): Now {
    const { startedAt, agent, cwd, item } = this.record
    const check = checkNameOf(agent)
    if (check !== null) return { verb: 'check', target: check, since: startedAt }
    if (this.#question !== null)
      return { verb: 'ask', target: this.#question.tool, since: this.#question.askedAt }
    if (this.status === 'hang')
      return { verb: 'silent', target: null, since: this.#lastOutputAt ?? startedAt }
    if (this.#doing === null) return { verb: 'start', target: agent, since: startedAt }
    const { verb } = this.#doing
    return {
      verb,
      target: shownTarget(this.#doing, { folder: cwd, documents: folderOf(item) }),
      since: this.#doingSince,
    }
  }

  #updateQuestion(): boolean {
    const asked = this.#reader.transcript.question
    if (asked?.id === this.#question?.id) return false
    this.#question = asked === null ? null : { ...asked, askedAt: new Date().toISOString() }
    return true
  }

  #lookAtErrors(): Date | null {
    const stat = statSync(this.folder.err, { throwIfNoEntry: false })
    if (stat === undefined || stat.size <= this.#errorBytes) return null
    this.#errorBytes = stat.size
    return stat.mtime
  }

  #isLeaderAlive(): boolean {
    const { pid, startTime } = this.leader
    return startTime !== null && isAlive({ pid, startTime })
  }

  #wake(): void {
    for (const wake of this.#wakers) wake()
  }
}

/** Time since it was started, in milliseconds. */
const ageOf = ({ start }: AgentFolder): number => {
  const begun = statSync(start, { throwIfNoEntry: false })?.mtimeMs
  return begun === undefined ? 0 : Math.max(0, Date.now() - begun)
}
