import type { ChangesList, Group } from './changes-list.ts'

/**
 * What stands at a place of the list, headings included. By its place alone a heading would become
 * that of another file as soon as lines above it arrive, and with it the focus and the click on it.
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

/** Every heading before it takes a place too. */
const placeOf = (groups: readonly Group[], index: number): number =>
  (groups[index]?.first ?? 0) + index

const nameOf = (group: Group): string =>
  group.kind === 'file' ? `file ${group.file.path}` : `section ${group.section.key}`
