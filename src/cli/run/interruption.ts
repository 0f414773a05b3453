import { EXIT } from '../exit-codes.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** npm forwards a Ctrl+C that the terminal already sent to the whole group. */
const ECHO_MS = 100

/** The first signal ends the run cleanly; a second Ctrl+C ends the process at once. */
export class Interruption {
  #requestedAt: number | null = null
  #act: () => void = () => undefined
  readonly #signals: readonly NodeJS.Signals[]

  constructor(signals: readonly NodeJS.Signals[] = SIGNALS) {
    this.#signals = signals
    for (const signal of signals) process.on(signal, this.#onSignal)
  }

  get isRequested(): boolean {
    return this.#requestedAt !== null
  }

  /** Sets what a signal does; called immediately if one has already arrived. */
  set act(act: () => void) {
    this.#act = act
    if (this.isRequested) act()
  }

  dispose(): void {
    for (const signal of this.#signals) process.off(signal, this.#onSignal)
  }

  readonly #onSignal = (signal: NodeJS.Signals): void => {
    const now = performance.now()
    if (this.#requestedAt === null) {
      this.#requestedAt = now
      this.#act()
    } else if (signal === 'SIGINT' && now - this.#requestedAt > ECHO_MS) {
      process.exit(EXIT.interrupted)
    }
  }
}

/** A signal that the command does not handle itself still ends it, but `exit` listeners run. */
export function exitAtSignals(): void {
  for (const signal of SIGNALS)
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) process.exit(EXIT.interrupted)
    })
}
