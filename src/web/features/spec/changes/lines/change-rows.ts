import type { ChangedFile, Patch } from '../../../../../contracts/views/changes.ts'
import type { Refusal } from '../../../../app/live.ts'
import type { PlacedComment } from '../../documents/comments/comment-lines.ts'
import type { DiffLayout } from '../changes-store.ts'
import { pairsOf, readPatch, type Hunk, type Pair, type PatchLine } from './read-patch.ts'

type Note = 'loading' | 'failed' | 'gone' | 'binary' | 'submodule' | 'empty' | 'noText' | 'cut'

/** One line on the screen. */
export type ChangeRow =
  | { kind: 'note'; file: ChangedFile; note: Note }
  | { kind: 'hunk'; file: ChangedFile; heading: string }
  | { kind: 'line'; file: ChangedFile; line: PatchLine }
  | { kind: 'pair'; file: ChangedFile; pair: Pair }
  /** A comment whose line is no longer among the changes. */
  | { kind: 'comment'; file: ChangedFile; placed: PlacedComment }

const parsed = new WeakMap<Patch, Hunk[]>()

export function hunksOf(patch: Patch): Hunk[] {
  const known = parsed.get(patch)
  if (known !== undefined) return known
  const hunks = readPatch(patch.text ?? '')
  parsed.set(patch, hunks)
  return hunks
}

const cachedRows = {
  unified: new WeakMap<Patch, ChangeRow[]>(),
  split: new WeakMap<Patch, ChangeRow[]>(),
}

/** The rows of an open file. */
export function rowsOf(
  file: ChangedFile,
  patch: Patch | Refusal | undefined,
  layout: DiffLayout,
): ChangeRow[] {
  if (file.kind === 'binary') return [{ kind: 'note', file, note: 'binary' }]
  if (patch === undefined) return [{ kind: 'note', file, note: 'loading' }]
  if ('code' in patch) return [{ kind: 'note', file, note: 'failed' }]
  const known = cachedRows[layout].get(patch)
  if (known !== undefined && known[0]?.file === file) return known
  const rows = linesOf(file, patch, layout)
  cachedRows[layout].set(patch, rows)
  return rows
}

function linesOf(file: ChangedFile, patch: Patch, layout: DiffLayout): ChangeRow[] {
  if (patch.text === null) return [{ kind: 'note', file, note: 'gone' }]
  const hunks = hunksOf(patch)
  if (hunks.length === 0)
    return [
      { kind: 'note', file, note: file.added === 0 && file.removed === 0 ? 'empty' : 'noText' },
    ]
  const rows = hunks.flatMap(({ heading, lines }): ChangeRow[] => [
    { kind: 'hunk', file, heading },
    ...(layout === 'split'
      ? pairsOf(lines).map((pair): ChangeRow => ({ kind: 'pair', file, pair }))
      : lines.map((line): ChangeRow => ({ kind: 'line', file, line }))),
  ])
  if (patch.isCut) rows.push({ kind: 'note', file, note: 'cut' })
  if (file.kind === 'submodule') rows.unshift({ kind: 'note', file, note: 'submodule' })
  return rows
}

export const holdsLine = (row: ChangeRow, line: PatchLine): boolean =>
  (row.kind === 'line' && row.line === line) ||
  (row.kind === 'pair' && (row.pair[0] === line || row.pair[1] === line))
