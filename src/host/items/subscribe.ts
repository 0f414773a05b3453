import { sep } from 'node:path'
import type * as watcherModule from '@parcel/watcher'
import type { Event } from '@parcel/watcher'
import { Turns } from '../runs/turns.ts'
import { foldersIn, watchPlainly, type PlainSubscription } from './plain-watch.ts'

type Native = Pick<typeof watcherModule, 'subscribe'>

let native: Promise<Native | null> | null = null

/** Null when the native module for this platform is not installed. */
function nativeWatcher(): Promise<Native | null> {
  native ??= import('@parcel/watcher').catch(() => null)
  return native
}

/** A subscription opened while another one closes in this process may never report anything. */
const turns = new Turns()
const oneAtATime = <T>(act: () => Promise<T>): Promise<T> => turns.take('watcher', act)

/** By default it would run the `watchman` on the PATH and leave its shell unreaped. */
const BACKEND = process.platform === 'linux' ? ({ backend: 'inotify' } as const) : {}

/** Calls `heard` with the paths that changed below the folder, except in the `ignored` folders. */
export async function subscribe(
  dir: string,
  heard: (paths: string[]) => void,
  ignored: readonly string[] = [],
): Promise<PlainSubscription> {
  const watcher = await nativeWatcher()
  const isIgnored = (path: string): boolean =>
    path.endsWith('.tmp') ||
    ignored.some((folder) => path === folder || path.startsWith(folder + sep))
  if (watcher === null) return watchPlainly(dir, (path) => heard([path]), isIgnored)
  const subscription = new NativeSubscription({ watcher, dir, heard, ignored, isIgnored })
  await subscription.open()
  return subscription
}

interface NativeParts {
  watcher: Native
  dir: string
  heard: (paths: string[]) => void
  ignored: readonly string[]
  isIgnored: (path: string) => boolean
}

/**
 * The watcher watches a new folder only once it has noticed it. Folders created inside before that
 * are neither reported nor ever watched, so they get a subscription of their own.
 */
class NativeSubscription implements PlainSubscription {
  readonly #parts: NativeParts
  readonly #watched = new Map<string, PlainSubscription>()
  #isClosed = false

  constructor(parts: NativeParts) {
    this.#parts = parts
  }

  open(): Promise<void> {
    return oneAtATime(() => this.#watch(this.#parts.dir))
  }

  unsubscribe(): Promise<void> {
    this.#isClosed = true
    return oneAtATime(async () => {
      for (const dir of this.#watched.keys()) await this.#leave(dir)
    })
  }

  async #watch(dir: string): Promise<void> {
    const { watcher, ignored } = this.#parts
    const subscription = await watcher.subscribe(
      dir,
      (error, events) => {
        if (error === null && !this.#isClosed) this.#heard(events)
      },
      { ignore: [...ignored, '**/*.tmp'], ...BACKEND },
    )
    this.#watched.set(dir, subscription)
  }

  /** It fails when the folder is already gone; then there is nothing left to unsubscribe from. */
  async #leave(dir: string): Promise<void> {
    await this.#watched
      .get(dir)
      ?.unsubscribe()
      .catch(() => undefined)
    this.#watched.delete(dir)
  }

  #heard(events: readonly Event[]): void {
    const { heard, isIgnored } = this.#parts
    heard(events.map(({ path }) => path))
    const made = new Set(events.flatMap(({ type, path }) => (type === 'create' ? [path] : [])))
    for (const path of made)
      for (const inner of foldersIn(path))
        if (!made.has(inner) && !isIgnored(inner)) void oneAtATime(() => this.#watchMissed(inner))
  }

  async #watchMissed(dir: string): Promise<void> {
    if (this.#isClosed) return
    await this.#leave(dir)
    // It fails if the folder is gone again, which the parent folder's watch reports.
    await this.#watch(dir).catch(() => undefined)
    const missed = new Set([dir])
    for (const folder of missed) for (const inner of foldersIn(folder)) missed.add(inner)
    this.#parts.heard([...missed])
  }
}
