import { subscribe } from '@parcel/watcher'

/** A bare file watcher: nothing that watches files can be faster. */
export class BareWatcher {
  #tell: (at: number) => void = () => undefined
  #stop: () => Promise<void> = async () => undefined

  static async start(dir: string): Promise<BareWatcher> {
    const watcher = new BareWatcher()
    const tell = (): void => watcher.#tell(performance.timeOrigin + performance.now())
    const subscription = await subscribe(dir, tell)
    watcher.#stop = () => subscription.unsubscribe()
    return watcher
  }

  /** When the next change was noticed. */
  next(): Promise<number> {
    return new Promise((resolve) => (this.#tell = resolve))
  }

  stop(): Promise<void> {
    return this.#stop()
  }
}
