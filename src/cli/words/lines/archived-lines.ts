import type { SpecStatus } from '../../../contracts/views/status.ts'
import { groupOf } from '../../../core/formats/item-group.ts'

interface Folded {
  shown: SpecStatus[]
  lines: string[]
}

/** Finished items are counted per folder instead of listed. */
export function foldArchived(statuses: readonly SpecStatus[]): Folded {
  const shown: SpecStatus[] = []
  const counts = new Map<string, { folder: string; count: number }>()
  for (const status of statuses) {
    const group = isResting(status) ? groupOf(status.item) : null
    if (group === null || !group.isArchived) {
      shown.push(status)
      continue
    }
    const { count } = counts.get(group.key) ?? { count: 0 }
    counts.set(group.key, { folder: group.folder, count: count + 1 })
  }
  const lines = Array.from(counts.values(), ({ folder, count }) => lineOf(folder, count))
  return { shown, lines: lines.length === 0 ? [] : ['', ...lines] }
}

const isResting = ({ run, problem }: SpecStatus): boolean =>
  problem === null && (run.status === 'idle' || run.status === 'completed')

const lineOf = (folder: string, count: number): string =>
  `${folder}/: ${count} archived ${count === 1 ? 'spec' : 'specs'}, not listed; --all lists them`
