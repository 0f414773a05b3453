import { isPassing } from '../../../core/state/passing.ts'
import type { ProjectFolders } from '../../../host/project/folders.ts'
import { AgentActivity } from './agent-activity.ts'
import type { Output } from '../../output.ts'
import type { CellState } from '../../../core/views/phase-cells.ts'
import type { Progress } from './run-progress.ts'

const LOOKS: Record<CellState, readonly [mark: string, colour: Colour]> = {
  done: ['✓', 'green'],
  running: ['▶', 'cyan'],
  queued: ['▶', 'cyan'],
  waiting: ['‖', 'yellow'],
  failed: ['✗', 'red'],
  nogo: ['–', 'dim'],
  todo: ['·', 'dim'],
}
type Colour = 'green' | 'cyan' | 'yellow' | 'red' | 'dim'

/** The lines at the bottom of the terminal: phases, their state, and what the agent does. */
export class RunView {
  readonly #output: Output
  readonly #progress: Progress
  readonly #activity: AgentActivity
  readonly #startedAt = Date.now()

  constructor(output: Output, progress: Progress, folders: ProjectFolders) {
    this.#output = output
    this.#progress = progress
    this.#activity = new AgentActivity(folders)
  }

  agentStarted(): void {
    const { lastAgentId, lastAgent } = this.#progress
    if (lastAgentId !== null) this.#activity.turnTo(lastAgentId, lastAgent)
  }

  lines(): string[] {
    const { state } = this.#progress
    const elapsed = durationOf(Date.now() - this.#startedAt)
    return [
      '',
      `  ${this.#output.style('bold', state.item.name)} · ${state.status} · ${elapsed}`,
      ...phaseLines(this.#output, this.#progress, true),
      this.#agentLine(),
    ]
  }

  #agentLine(): string {
    const { step, status, waitingFor } = this.#progress.state
    if (status !== 'running' || step === null || isPassing(waitingFor)) return ''
    const latest = this.#activity.latest()
    const ago = latest && latest.secondsAgo >= 5 ? ` (${latest.secondsAgo} s ago)` : ''
    const what = latest ? `: ${latest.text}${ago}` : ''
    return this.#output.style('dim', `  ${this.#progress.lastAgent || 'agent'}${what}`)
  }
}

export function phaseLines(output: Output, progress: Progress, isRunning: boolean): string[] {
  return progress.phases().map((line) => {
    const { phase, state } = line
    const [mark, colour] = LOOKS[state]
    const time = isRunning && mark === '▶' ? since(progress.phaseSince) : ''
    const note = [line.note, time].filter((part) => part !== '').join(' · ')
    const name = note === '' ? phase : phase.padEnd(16)
    return `  ${output.style(colour, `${mark} ${name}`)}  ${note}`.trimEnd()
  })
}

const since = (time: string | null): string =>
  time === null ? '' : durationOf(Date.now() - Date.parse(time))

export function durationOf(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const [hours = 0, minutes = 0, rest = 0] = parts
  const tail = `${String(minutes).padStart(hours > 0 ? 2 : 1, '0')}:${String(rest).padStart(2, '0')}`
  return hours > 0 ? `${hours}:${tail}` : tail
}
