import { type Stats, statSync } from 'node:fs'
import { readOwnText, refuseLinksOut } from '../files/own-files.ts'

const cache = new Map<string, { stamp: string; text: string }>()

/** Null when there is no such file. Read again only when its time, size or inode changed. */
export function readTextFile(path: string): string | null {
  refuseLinksOut(path)
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats === undefined ? null : readUnlessKnown(path, stats)
}

export function readUnlessKnown(path: string, stats: Stats, below?: string): string {
  const stamp = `${stats.mtimeMs} ${stats.ctimeMs} ${stats.size} ${stats.ino}`
  const known = cache.get(path)
  if (known?.stamp === stamp) return known.text
  const text = readOwnText(path, { below }).replace(/^\uFEFF/, '')
  cache.set(path, { stamp, text })
  return text
}
