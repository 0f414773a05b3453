import { readFileSync, type Stats, statSync } from 'node:fs'
import { refuseLinksOut } from '../files/own-files.ts'

const cache = new Map<string, { stamp: string; text: string }>()

/** Null when there is no such file. Read again only when its time, size or inode changed. */
export function readTextFile(path: string): string | null {
  refuseLinksOut(path)
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats === undefined ? null : readUnlessKnown(path, stats)
}

export function readUnlessKnown(path: string, stats: Stats): string {
  const stamp = `${stats.mtimeMs} ${stats.ctimeMs} ${stats.size} ${stats.ino}`
  const known = cache.get(path)
  if (known?.stamp === stamp) return known.text
  // Opening a fifo or a device would block the whole host.
  if (!stats.isFile()) throw new Error('not a regular file')
  const text = readFileSync(path, 'utf8').replace(/^\uFEFF/, '')
  cache.set(path, { stamp, text })
  return text
}
