import { sep } from 'node:path'
import type * as watcherModule from '@parcel/watcher'
import { Turns } from '../runs/turns.ts'
import { watchPlainly, type PlainSubscription } from './plain-watch.ts'

type Native = Pick<typeof watcherModule, 'subscribe'>

let native: Promise<Native | null> | null = null

/** Null where the program for this platform was not installed. */
function nativeWatcher(): Promise<Native | null> {
  native ??= import('@parcel/watcher').catch(() => null)
  return native
}

/** A subscription that opens while another one closes in the same process may never hear anything. */
const turns = new Turns()
const oneAtATime = <T>(act: () => Promise<T>): Promise<T> => turns.take('watcher', act)

/** By itself it would run the `watchman` that is found on the PATH, and leave its shell unreaped. */
const SYSTEM = process.platform === 'linux' ? ({ backend: 'inotify' } as const) : {}

/** Calls with the paths that changed below the folder. `ignored` are folders below it. */
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
  const subscription = await oneAtATime(() =>
    watcher.subscribe(
      dir,
      (error, events) => {
        if (error === null) heard(events.map(({ path }) => path))
      },
      { ignore: [...ignored, '**/*.tmp'], ...SYSTEM },
    ),
  )
  return {
    // It fails when the folder is already gone; then there is nothing left to unsubscribe from.
    unsubscribe: () => oneAtATime(() => subscription.unsubscribe()).catch(() => undefined),
  }
}
