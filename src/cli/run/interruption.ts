import { EXIT } from '../exit-codes.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** npm passes on a Ctrl+C that the terminal has sent to the whole group anyway. */
const ECHO_MS = 100

/** The first signal ends the run cleanly; a second Ctrl+C ends the process at once. */
export class Interruption {
  #requestedAt: number | null = null
  #act: () => void = () => undefined

  constructor() {
    for (const signal of SIGNALS) process.on(signal, this.#heard)
  }

  get isRequested(): boolean {
    return this.#requestedAt !== null
  }

  /** What a signal does from now on; if one has come already, at once. */
  set act(act: () => void) {
    this.#act = act
    if (this.isRequested) act()
  }

  dispose(): void {
    for (const signal of SIGNALS) process.off(signal, this.#heard)
  }

  readonly #heard = (signal: NodeJS.Signals): void => {
    const now = performance.now()
    if (this.#requestedAt === null) {
      this.#requestedAt = now
      this.#act()
    } else if (signal === 'SIGINT' && now - this.#requestedAt > ECHO_MS) {
      process.exit(EXIT.interrupted)
    }
  }
}
