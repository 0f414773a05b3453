import type { Refusal } from './live.ts'

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 10_000

/** Resolves to the reason for a failure, or null when everything has arrived. */
type Load = () => Promise<Refusal | null>

export interface ReloadState {
  isOwed: boolean
  /** Why the last attempt failed although the host was reachable. */
  problem: Refusal | null
}

/**
 * After a lost connection, or a gap in the news, everything on screen may be stale. The reload
 * stays owed until all of it has arrived, however often the connection breaks in between.
 */
export class OwedReload {
  readonly #load: Load
  readonly #report: (state: ReloadState) => void
  #state: ReloadState = { isOwed: true, problem: null }
  #isOnline = false
  #isUnderWay = false
  /** Counts requests for a reload; a load that began before the last one does not settle it. */
  #debts = 0
  #pauseMs = FIRST_PAUSE_MS
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(load: Load, report: (state: ReloadState) => void) {
    this.#load = load
    this.#report = report
  }

  owe(): void {
    this.#debts++
    this.#setState({ ...this.#state, isOwed: true })
    this.#pay()
  }

  setOnline(isOnline: boolean): void {
    if (isOnline === this.#isOnline) return
    this.#isOnline = isOnline
    this.#pauseMs = FIRST_PAUSE_MS
    if (isOnline) return this.#pay()
    this.#debts++
    this.#setState({ isOwed: true, problem: null })
  }

  #pay(): void {
    clearTimeout(this.#timer)
    if (!this.#isUnderWay) void this.#payAll()
  }

  async #payAll(): Promise<void> {
    this.#isUnderWay = true
    while (this.#state.isOwed && this.#isOnline) {
      const debts = this.#debts
      const problem = await this.#load()
      if (debts !== this.#debts) continue
      this.#setState({ isOwed: problem !== null, problem })
      if (problem !== null) {
        this.#timer = setTimeout(() => this.#pay(), this.#pauseMs)
        this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS)
        break
      }
      this.#pauseMs = FIRST_PAUSE_MS
    }
    this.#isUnderWay = false
  }

  #setState(state: ReloadState): void {
    this.#state = state
    this.#report(state)
  }
}
