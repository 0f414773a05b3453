import { watch, type FSWatcher } from 'node:fs'
import { join } from 'node:path'
import { entriesIn } from '../files/own-files.ts'

export interface PlainSubscription {
  unsubscribe(): Promise<void>
}

/** `.kiro`, `specs`, nested groups and the folder of each item: nothing deeper is shown. */
const DEPTH = 4

/**
 * Watches a folder with nothing but Node, for machines without the native watcher (no network, no
 * optional packages, an unknown platform).
 */
export function watchPlainly(
  root: string,
  heard: (path: string) => void,
  isIgnored: (path: string) => boolean,
): PlainSubscription {
  const watchers = new Map<string, FSWatcher>()
  const forget = (dir: string): void => {
    watchers.get(dir)?.close()
    watchers.delete(dir)
  }
  const add = (dir: string, depth: number): void => {
    forget(dir)
    if (isIgnored(dir)) return
    try {
      const watcher = watch(dir, (_, name) => changed(dir, name, depth))
      watchers.set(
        dir,
        watcher.on('error', () => forget(dir)),
      )
      if (depth < DEPTH) for (const inner of foldersIn(dir)) add(inner, depth + 1)
    } catch {
      // Gone or unreadable: its re-creation is reported by the parent folder.
      forget(dir)
    }
  }
  const changed = (dir: string, name: string | null, depth: number): void => {
    const path = name === null ? dir : join(dir, name)
    if (isIgnored(path)) return
    heard(path)
    if (name !== null && depth < DEPTH && foldersIn(dir).includes(path)) add(path, depth + 1)
  }
  add(root, 0)
  return {
    unsubscribe: async () => {
      for (const dir of watchers.keys()) forget(dir)
    },
  }
}

/** Links are not followed. */
export function foldersIn(dir: string): string[] {
  try {
    const entries = entriesIn(dir)
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(dir, name))
  } catch {
    return []
  }
}
