/** Matches bytes: one character may be up to four of them. */
const BOX = /\[(?:[^[\]\x80-\xFF]|[\xC2-\xF4][\x80-\xBF]{1,3})\]/

const unticked = (line: string): string => line.replace(BOX, '[ ]')

/**
 * Changes that a run must not make to an existing document: lines may be added, boxes ticked, and
 * the headings of tasks given a box; everything else must stay, including line ends.
 */
export function changesIn(before: string, after: string): string[] {
  const now = linesOf(after)
  const was = linesOf(before)
  let at = 0
  const lost = was.filter((line, index) => {
    const isLast = index === was.length - 1
    const found = now.findIndex((other, place) => place >= at && isKept(line, other, isLast))
    if (found === -1) return true
    at = found + 1
    return false
  })
  return [
    ...lost.map((line) => `has lost ${JSON.stringify(line)}`),
    ...(countOf(before) > countOf(after) ? ['has fewer ticks'] : []),
  ]
}

/** The lines, each with its line end. */
const linesOf = (text: string): string[] => text.split(/(?<=\n)/)

/** The last line may have gained a line end because more was added. */
const isKept = (line: string, other: string, isLast: boolean): boolean => {
  const [was, is] = [unticked(line), unticked(hasBox(line) ? other : withoutHeadingBox(other))]
  return is === was || (isLast && !was.endsWith('\n') && is.replace(/\r?\n$/, '') === was)
}

const hasBox = (line: string): boolean => BOX.test(line)
const withoutHeadingBox = (line: string): string => line.replace(/^(\W*#+) \[x\] /, '$1 ')

const countOf = (text: string): number => text.match(/\[[xX]\]/g)?.length ?? 0
