import { parseDiff, type FileData, type HunkData } from 'react-diff-view'

export interface ChangedFile {
  file: FileData
  path: string
  added: number
  removed: number
  /** Lines the diff shows, with those that did not change. */
  lines: number
}

/** Null when git printed something that cannot be taken apart. */
export function filesIn(diff: string): ChangedFile[] | null {
  if (diff.trim() === '') return []
  try {
    return parseDiff(diff)
      .map(describe)
      .sort((a, b) => Number(isOurs(a)) - Number(isOurs(b)))
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}

/** The code comes first: the documents have a tab of their own. */
const isOurs = ({ path }: ChangedFile): boolean => path.startsWith('.kiro/')

function describe(file: FileData): ChangedFile {
  const changes = file.hunks.flatMap((hunk) => hunk.changes)
  return {
    file,
    path: file.type === 'delete' ? file.oldPath : file.newPath,
    added: changes.filter(({ type }) => type === 'insert').length,
    removed: changes.filter(({ type }) => type === 'delete').length,
    lines: changes.length,
  }
}

/** The first hunks, cut so that no more than `limit` lines have to be drawn. */
export function firstLines(hunks: readonly HunkData[], limit: number): HunkData[] {
  const kept: HunkData[] = []
  let left = limit
  for (const hunk of hunks) {
    if (left <= 0) break
    const isWhole = hunk.changes.length <= left
    kept.push(isWhole ? hunk : { ...hunk, changes: hunk.changes.slice(0, left) })
    left -= hunk.changes.length
  }
  return kept
}

/** New files that are in the project and not in the diff. */
export function leftOut(files: readonly ChangedFile[], untracked: readonly string[]): string[] {
  const shown = new Set(files.map(({ path }) => path))
  return untracked.filter((path) => !shown.has(path))
}
