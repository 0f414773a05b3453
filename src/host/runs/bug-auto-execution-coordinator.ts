import type { PermissionAnswer } from '../../contracts/launch/agent.ts'
import type { Begun } from '../../contracts/commands.ts'
import type { Phase } from '../../contracts/phases.ts'
import type { Rejection } from '../../contracts/rejections.ts'
import type { Result } from '../../contracts/result.ts'
import type { RunFlags } from '../../contracts/launch/run-flags.ts'
import type { AutoExecutionState } from '../../contracts/run-state.ts'
import type { Budget } from '../../contracts/spec-json.ts'
import type { BugItem } from '../../contracts/work-item.ts'
import type { AutoExecutionCoordinator } from './auto-execution-coordinator.ts'

type Answer<T> = Promise<Result<T, Rejection>>
type Changes = { go?: Phase[]; nogo?: Phase[] } & Partial<RunFlags>

/** Auto execution of bugs: a facade of the spec coordinator, with the bug workflow. */
export class BugAutoExecutionCoordinator {
  readonly #runs: AutoExecutionCoordinator

  constructor(runs: AutoExecutionCoordinator) {
    this.#runs = runs
  }

  start(bug: BugItem, changes: Changes = {}): Answer<Begun> {
    return this.#runs.start(bug, changes)
  }

  resume(bug: BugItem, flags: Partial<RunFlags> = {}): Answer<Begun> {
    return this.#runs.resume(bug, flags)
  }

  retryFrom(bug: BugItem, from: Phase, flags: Partial<RunFlags> = {}): Answer<Begun> {
    return this.#runs.retryFrom(bug, from, flags)
  }

  runPhase(bug: BugItem, phase: Phase, flags: Partial<RunFlags> = {}): Answer<Begun> {
    return this.#runs.runPhase(bug, phase, flags)
  }

  stop(bug: BugItem): Answer<{ changed: boolean }> {
    return this.#runs.stop(bug)
  }

  reset(bug: BugItem): Answer<{ changed: boolean }> {
    return this.#runs.reset(bug)
  }

  permit(bug: BugItem, changes: { go: Phase[]; nogo: Phase[] }): Answer<null | Begun> {
    return this.#runs.permit(bug, changes)
  }

  budget(bug: BugItem, changes: Partial<Budget>): Answer<null | Begun> {
    return this.#runs.budget(bug, changes)
  }

  answer(bug: BugItem, answer: PermissionAnswer): Answer<null | Begun> {
    return this.#runs.answer(bug, answer)
  }

  tell(bug: BugItem, text: string, now = false): Answer<null | Begun> {
    return this.#runs.tell(bug, text, now)
  }

  /** The next phase that is GO, skipping NOGO ones; deploy only after a passed verification. */
  getNextPermittedPhase(bug: BugItem): Phase | null {
    return this.#runs.getNextPermittedPhase(bug)
  }

  stateOf(bug: BugItem): Promise<AutoExecutionState | null> {
    return this.#runs.stateOf(bug)
  }
}
