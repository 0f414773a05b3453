import { SUCCEEDED } from '../../contracts/launch/agent-outcomes.ts'
import { specNamed, type WorkItem } from '../../contracts/work-item.ts'
import type { AgentOutcome } from '../../contracts/launch/agent.ts'
import { AGENT_PHASES, PHASES, type AgentPhase } from '../../contracts/phases.ts'
import type { Budget, SpecJson } from '../../contracts/spec-json.ts'
import type { OpenQuestion } from '../../contracts/asked/questions.ts'
import type { Rejection } from '../../contracts/rejections.ts'
import type { TrustFinding } from '../../contracts/views/trust-view.ts'
import type { Launch } from '../../core/decide/effects.ts'
import { NO_PLAN, type Facts, type FactsQuery, type FileFact } from '../../core/decide/facts.ts'
import type { Task } from '../../core/readers/tasks/task.ts'
import { readRecord } from '../../core/spec/normalise.ts'
import {
  BUG_FILES,
  inspectionFile,
  QUESTIONS_FILE,
  replyFile,
  reviewFile,
} from '../../core/workflow/document-files.ts'

/** What an agent does before it ends; chosen by a property test. */
export interface Deed {
  writes: boolean
  ticks: number
  fixRequired: number
  needsDiscussion: number
  readable: boolean
  go: boolean
  /** Undoes the work of earlier phases. */
  spoils: boolean
  /** Something it must not do; `blocks` marks every open task as impossible, with a reason. */
  mischief?: 'spec' | 'documents' | 'deletes' | 'blocks' | null
}

/** What an agent would write into spec.json to lift every limit. */
const LIFTED = {
  autoExecution: { permissions: Object.fromEntries(PHASES.map((phase) => [phase, true])) },
  agents: { default: 'codex' },
  budget: { usd: null },
  documentReview: { status: 'approved', roundDetails: [] },
}

/** A spec's folder in memory: just enough of a disk for `decide`. */
export class VirtualSpec {
  specJson: SpecJson = { approvals: {}, documentReview: { status: 'pending', roundDetails: [] } }
  tasks: { done: number; total: number } | null = null
  /** How many of the last tasks an agent has deleted. */
  deleted = 0
  /** A note that an agent left as a box. */
  note: 'none' | 'open' | 'done' = 'none'
  #isBlocked = false
  /** Documents that the user has written or changed too. */
  readonly byPerson = new Set<string>()
  readonly files = new Map<string, FileFact>()
  fallback: string[] = []
  readonly missingAgents = new Set<string>()
  undecided: TrustFinding[] = []
  budget: Budget = { usd: null, tokens: null, minutes: null }
  asking: AgentPhase[] = []
  /** What the documents ask the user. */
  questions: OpenQuestion[] = [
    { key: 'answer', kind: 'free', title: '', text: '', options: [], suggestion: null },
  ]
  /** What is configured besides the spec: checks, a worktree, deploy. */
  plan: Partial<typeof NO_PLAN> = {}
  readonly #replies = new Map<number, Facts['reply']>()
  readonly #verdicts = new Map<number, Facts['inspection']>()
  #verification: NonNullable<Facts['verification']>['reading'] = MISSING
  #clarify: NonNullable<Facts['clarify']> = MISSING
  #clock = 0
  readonly #item: WorkItem

  constructor(item: WorkItem = specNamed('alpha')) {
    this.#item = item
  }

  /** Versions of the code that did not change between the start of an inspection and its GO. */
  readonly approved = new Set<number>()
  readonly codeAtLaunch = new Map<string, number>()

  approve({ key }: Launch, code: number): void {
    if (this.codeAtLaunch.get(key.agentId) === code) this.approved.add(code)
  }

  write(name: string): void {
    this.#clock++
    this.files.set(name, { fingerprint: `${this.#clock}-${this.#clock}`, empty: false })
  }

  facts(wanted: FactsQuery, exclusiveWorkingTree: boolean): Facts {
    const inspections = [...this.#verdicts.keys()]
    return {
      specJson: this.specJson,
      spec: readRecord(this.#item, this.specJson),
      files: Object.fromEntries(this.files),
      requirementsAreOnlyInput: false,
      tasks: this.#tasks(),
      reply: wanted.reply === null ? null : (this.#replies.get(wanted.reply) ?? MISSING),
      inspection:
        wanted.inspection === null ? null : (this.#verdicts.get(wanted.inspection) ?? MISSING),
      lastInspection: Math.max(0, ...inspections),
      verification: { reading: this.#verification, text: '' },
      clarify: this.#clarify,
      exclusiveWorkingTree,
      agents: {
        planned: Object.fromEntries(AGENT_PHASES.map((phase) => [phase, 'claude'])) as Record<
          AgentPhase,
          string
        >,
        fallback: this.fallback,
        problems: Object.fromEntries([...this.missingAgents].map((agent) => [agent, gone(agent)])),
        canResume: ['claude', 'codex'],
        asking: this.asking,
        cannotAsk: ['codex'],
        unreportedCost: ['codex'],
      },
      defaultBudget: this.budget,
      ...(wanted.questions ? { questions: this.questions } : {}),
      trust: { undecided: this.undecided, isWithout: false },
      ...NO_PLAN,
      ...this.plan,
    }
  }

  /** The agent's work on the documents. */
  perform(launch: Launch, deed: Deed): void {
    this.#work(launch, deed)
    this.#overstep(launch, deed)
    if (!deed.spoils) return
    if (launch.phase === 'inspection' && this.tasks) this.tasks.done = 0
    if (launch.phase === 'document-review-reply') {
      this.files.delete('tasks.md')
      this.tasks = null
    }
  }

  #overstep({ phase }: Launch, { mischief }: Deed): void {
    if (mischief === 'spec') this.specJson = { ...this.specJson, ...LIFTED }
    if (mischief === 'documents' && (phase === 'requirements' || phase === 'design')) {
      this.write('design.md')
      this.write('tasks.md')
      this.tasks = { done: 3, total: 3 }
      this.deleted = 0
    }
    if (mischief === 'deletes' && phase === 'impl' && this.tasks) {
      this.deleted = 1
      this.write('tasks.md')
    }
    if (phase === 'impl') this.#isBlocked = mischief === 'blocks'
  }

  #work(launch: Launch, deed: Deed): void {
    const round = launch.round ?? 0
    switch (launch.phase) {
      case 'clarify':
        if (!deed.writes) return
        this.write(QUESTIONS_FILE)
        this.#clarify = deed.readable
          ? { ok: true, questions: deed.needsDiscussion > 0 ? [ASKED] : [] }
          : { ok: false, why: 'no-questions', line: null }
        return
      case 'requirements':
      case 'design':
        if (deed.writes) this.write(`${launch.phase}.md`)
        return
      case 'tasks':
        if (!deed.writes) return
        this.write('tasks.md')
        this.tasks = { done: 0, total: 3 }
        this.deleted = 0
        return
      case 'document-review':
        if (deed.writes) this.write(reviewFile(round))
        return
      case 'document-review-reply':
        return this.#reply(round, deed)
      case 'impl':
        if (this.tasks && deed.ticks > 0)
          this.tasks.done = Math.min(this.tasks.total, this.tasks.done + deed.ticks)
        return
      case 'inspection':
        return this.#inspect(round, deed)
      case 'analyze':
      case 'fix':
        if (deed.writes) this.write(BUG_FILES[launch.phase])
        return
      case 'verify':
        return this.#verify(deed)
      case 'deploy':
        return
      default:
        return launch.phase satisfies never
    }
  }

  get hasOpenTask(): boolean {
    return this.tasks === null || this.tasks.done < this.tasks.total || this.deleted > 0
  }

  #tasks(): Facts['tasks'] {
    if (this.tasks === null) return MISSING
    const total = this.tasks.total - this.deleted
    const done = Math.min(this.tasks.done, total)
    const tasks = Array.from({ length: total }, (_, index) =>
      task(index, { isDone: index < done, blocked: this.#isBlocked ? 'no way' : null }),
    )
    const counts = { done, total, optional: { done: 0, total: 0 } }
    if (this.note === 'none') return { ok: true, tasks, counts }
    const isDone = this.note === 'done'
    const note = { ...task(total, { isDone, blocked: null }), isNote: true }
    const counted = { ...counts, done: done + (isDone ? 1 : 0), total: total + 1 }
    return { ok: true, tasks: [...tasks, note], counts: counted }
  }

  #reply(round: number, deed: Deed): void {
    if (!deed.writes) return
    this.write(replyFile(round))
    const { fixRequired, needsDiscussion } = deed
    this.#replies.set(
      round,
      deed.readable
        ? { ok: true, fixRequired, needsDiscussion }
        : { ok: false, why: 'no-table', line: null },
    )
  }

  #verify(deed: Deed): void {
    if (!deed.writes) return
    this.write(BUG_FILES.verify)
    this.#verification = deed.readable
      ? { ok: true, verdict: deed.go ? 'verified' : 'not-verified' }
      : { ok: false, why: 'no-verdict', line: null }
  }

  #inspect(number: number, deed: Deed): void {
    if (!deed.writes) return
    this.write(inspectionFile(number))
    this.#verdicts.set(
      number,
      deed.readable
        ? { ok: true, verdict: deed.go ? 'go' : 'nogo' }
        : { ok: false, why: 'no-verdict', line: null },
    )
  }
}

/** Whether the agent's work changes the code. */
export const changesCode = ({ phase, mode }: Launch, { ticks, spoils }: Deed): boolean => {
  if (mode === 'conflict') return false
  if (phase === 'impl' || phase === 'fix' || mode === 'repair') return ticks > 0 || spoils
  return (phase === 'inspection' || phase === 'verify') && spoils
}

export const isGo = ({ phase }: Launch, { writes, readable, go }: Deed): boolean =>
  (phase === 'inspection' || phase === 'verify') && writes && readable && go

const ASKED = {
  key: 'Q1',
  title: 'Who may delete?',
  text: '',
  options: ['All', 'Owner'],
  suggestion: 'Owner',
}

const task = (index: number, how: { isDone: boolean; blocked: string | null }): Task => ({
  id: String(index + 1),
  text: `Part ${index + 1}`,
  state: how.isDone ? 'done' : 'open',
  optional: false,
  parallel: false,
  requirements: [],
  depends: [],
  blocked: how.blocked,
  boundary: null,
  line: index + 1,
  depth: 0,
  isUnread: false,
  hasNoBox: false,
  isDoneByParts: false,
  isNote: false,
})

const gone = (agent: string): Rejection => ({
  code: 'AGENT_MISSING',
  agent,
  command: agent,
  variable: '',
})

const MISSING = { ok: false, why: 'missing', line: null } as const

export const outcome = (changes: Partial<AgentOutcome> = {}): AgentOutcome => ({
  ...SUCCEEDED,
  sessionId: 'session-1',
  ...changes,
})
