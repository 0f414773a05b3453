import type { ChangesList, Group } from './changes-list.ts'

/**
 * The React key of the entry at an index, headings included. Keyed by index alone, a heading would
 * turn into that of another file when lines above it arrive, taking focus and clicks with it.
 */
export function keyAt({ groups }: ChangesList, place: number): string {
  let [low, high] = [0, groups.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (placeOf(groups, middle) <= place) low = middle
    else high = middle - 1
  }
  const group = groups[low]
  return group === undefined ? String(place) : `${place - placeOf(groups, low)} ${nameOf(group)}`
}

/** Each preceding heading takes an index too. */
const placeOf = (groups: readonly Group[], index: number): number =>
  (groups[index]?.first ?? 0) + index

const nameOf = (group: Group): string =>
  group.kind === 'file' ? `file ${group.file.path}` : `section ${group.section.key}`
