import type { AgentId } from '../../../contracts/ids.ts'
import type { JournalEntry } from '../../../contracts/journal.ts'
import type { AgentPhase, Phase } from '../../../contracts/phases.ts'
import type { AutoExecutionState } from '../../../contracts/run-state.ts'
import { evolve } from '../../../core/state/evolve.ts'
import type { Facts } from '../../../core/decide/facts.ts'
import { glanceAtDocuments } from '../../../host/items/glance-documents.ts'
import { readTasks } from '../../../core/readers/tasks/tasks-document.ts'
import { readFacts } from '../../../host/files/read-facts.ts'
import { itemDirOf, type ProjectFolders } from '../../../host/project/folders.ts'
import { liveDirOf } from '../../../host/workspaces/live-folder.ts'
import type { Settings } from '../../../host/config/settings.ts'
import { waitingWords } from '../../words/waiting-words.ts'
import { checksOf } from '../../../core/views/delivery.ts'
import { situationOf } from '../../../core/workflow/situation.ts'
import {
  phaseCells,
  type CellSource,
  type CellState,
  type PhaseCell,
} from '../../../core/views/phase-cells.ts'

interface PhaseProgress {
  phase: Phase
  state: CellState
  note: string
}

const checkWords = (checks: NonNullable<PhaseCell['checks']>): string =>
  checks === 'none' ? 'not verified by checks' : `checks ${checks}`

export interface Denied {
  phase: AgentPhase
  agent: string
  tools: string[]
}

interface ProgressOptions {
  folders: ProjectFolders
  settings: Settings
}

/** How far a run is, from the entries seen so far and the documents as they are. */
export class Progress {
  state: AutoExecutionState
  /** Counted while this process follows the run. */
  rounds = 0
  reruns = 0
  readonly denied: Denied[] = []
  lastAgentId: AgentId | null = null
  lastAgent = ''
  phaseSince: string | null = null
  readonly #folders: ProjectFolders
  readonly #settings: Settings
  readonly #specDir: string
  #facts: Facts | null = null
  #isStale = true

  constructor({ folders, settings }: ProgressOptions, begin: AutoExecutionState) {
    this.#folders = folders
    this.#settings = settings
    this.#specDir = itemDirOf(folders, begin.item)
    this.state = begin
  }

  see(entry: JournalEntry): void {
    this.state = evolve(this.state, entry)
    this.#isStale = true
    const { type } = entry
    if (type === 'phase.started') this.phaseSince = entry.time
    else if (type === 'step.started') {
      this.phaseSince ??= entry.time
      this.lastAgentId = entry.agentId
    } else if (type === 'agent.started') this.lastAgent = entry.agent
    else if (type === 'review.round-completed') this.rounds++
    else if (type === 'impl.rerun') this.reruns++
    else if (type === 'tool.denied') this.#noteDenied(entry.tools, entry.phase, entry.agent)
  }

  phases(): PhaseProgress[] {
    if (this.#isStale) this.#facts = this.#read() ?? this.#facts
    this.#isStale = false
    const facts = this.#facts
    if (facts === null) return []
    return phaseCells(this.#cellSource(facts)).map((cell) => ({
      phase: cell.phase,
      state: cell.state,
      note: this.#noteOf(cell),
    }))
  }

  tasks(): { done: number; total: number } | null {
    const { tasks } = glanceAtDocuments(this.#liveDir, this.state.item)
    const reading = readTasks(tasks ?? '', this.#settings.skippedTasks)
    return reading.ok ? reading.counts : null
  }

  /** Whether code has passed although no check verified it. */
  isUnverified(): boolean {
    const facts = this.#read() ?? this.#facts
    if (facts === null) return false
    return phaseCells(this.#cellSource(facts)).some(({ checks }) => checks === 'none')
  }

  #cellSource(facts: Facts): CellSource {
    const { state } = this
    const { status, phase, waitingFor, waitingUntil, waitingBehind, workflow } = state
    const { permissions, approvals, review } = facts.spec
    const tasks = this.tasks()
    return {
      workflow,
      run: {
        status,
        // Shows the phase in which the user stopped it.
        reason: state.reason === 'user' ? null : state.reason,
        phase,
        round: state.step?.round ?? null,
        implReruns: state.phases.impl.reruns,
        waitingFor,
        waitingBehind,
        waitingUntil,
      },
      passed: situationOf(state, facts).passed,
      permissions,
      approvals,
      review,
      checks: checksOf(state, Object.keys(state.checks)),
      tasks: tasks === null ? null : { ...tasks, optional: { done: 0, total: 0 } },
    }
  }

  #noteOf({ phase, round, tasks, rerun, checks, state: cell }: PhaseCell): string {
    const { state } = this
    const isHere = state.phase === phase
    if (cell === 'nogo') return 'NOGO'
    if (isHere && state.waitingFor !== null) return waitingWords(state)
    if (isHere && state.status === 'queued') return 'queued'
    const notes = [
      ...(round === null ? [] : [`round ${round.now}/${round.of}`]),
      ...(tasks === null ? [] : [`tasks ${tasks.done}/${tasks.total}`]),
      ...(rerun === null ? [] : [`re-run ${rerun.now}/${rerun.of}`]),
      ...(checks === null || checks === 'never' ? [] : [checkWords(checks)]),
    ]
    return notes.join(' · ')
  }

  get #liveDir(): string {
    return liveDirOf(this.#folders, this.state.item, this.state.workspace)
  }

  /** Null while an editor replaces a file: the last known facts are used then. */
  #read(): Facts | null {
    try {
      return readFacts({
        specDir: this.#specDir,
        liveDir: this.#liveDir,
        item: this.state.item,
        wanted: { reply: null, inspection: null, agents: false },
        settings: this.#settings,
        look: null,
      })
    } catch {
      return null
    }
  }

  /** Entries of an earlier version lack the phase and the agent. */
  #noteDenied(tools: string[], phase: AgentPhase | undefined, agent: string | undefined): void {
    const who = {
      phase: phase ?? this.state.step?.phase ?? 'impl',
      agent: agent ?? this.lastAgent,
    }
    const known = this.denied.find((one) => one.phase === who.phase && one.agent === who.agent)
    if (known) known.tools = [...new Set([...known.tools, ...tools])]
    else this.denied.push({ ...who, tools })
  }
}
