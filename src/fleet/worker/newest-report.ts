import { setTimeout as pause } from 'node:timers/promises'
import { NotCurrent } from '../gateway/worker-calls.ts'

const AGAIN_MS = 200

type Report = () => Promise<void>

/** Sends a report until it arrives, or until a newer one takes its place. */
export class NewestReport {
  #newest: Report | null = null
  #isSending = false

  send(report: Report): void {
    this.#newest = report
    if (!this.#isSending) void this.#sendNewest()
  }

  /** What has not arrived by now is no longer sent. */
  close(): void {
    this.#newest = null
  }

  async #sendNewest(): Promise<void> {
    this.#isSending = true
    while (this.#newest !== null) {
      const report = this.#newest
      const isOver = await arrived(report)
      if (isOver && this.#newest === report) this.#newest = null
      if (!isOver) await pause(AGAIN_MS)
    }
    this.#isSending = false
  }
}

/** True also when nobody wants to hear it any more. */
async function arrived(report: Report): Promise<boolean> {
  try {
    await report()
    return true
  } catch (error) {
    return error instanceof NotCurrent
  }
}
