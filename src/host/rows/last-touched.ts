import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { SpecItem } from '../../contracts/work-item.ts'
import { layoutOf } from '../../core/formats/item-place.ts'
import { JOURNAL_FILE } from '../journal/journal-lines.ts'
import { itemDirOf, type ProjectFolders } from '../project/folders.ts'

/** The most recently active specs by the times of a few files, without reading them. */
export function lastTouched(folders: ProjectFolders, specs: SpecItem[], count: number): SpecItem[] {
  if (specs.length <= count) return specs
  return specs
    .map((item) => ({ item, at: touchedAt(itemDirOf(folders, item), layoutOf(item).files) }))
    .sort((a, b) => b.at - a.at)
    .slice(0, count)
    .map(({ item }) => item)
}

function touchedAt(specDir: string, documents: readonly string[]): number {
  let latest = 0
  for (const name of [JOURNAL_FILE, ...documents])
    latest = Math.max(
      latest,
      statSync(join(specDir, name), { throwIfNoEntry: false })?.mtimeMs ?? 0,
    )
  return latest
}
