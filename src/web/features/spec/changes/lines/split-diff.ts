import { readPatch, type PatchLine } from './read-patch.ts'

export type DiffRow =
  | { kind: 'file'; name: string }
  | { kind: 'hunk'; heading: string }
  | { kind: 'line'; line: PatchLine }

/** Splits git's diff of several files. No content line can start with `diff --git`. */
export const rowsOfDiff = (diff: string): DiffRow[] =>
  diff
    .split(/^(?=diff --git )/m)
    .filter((part) => part.trim() !== '')
    .flatMap((part): DiffRow[] => [
      { kind: 'file', name: nameIn(part) },
      ...readPatch(part).flatMap(({ heading, lines }): DiffRow[] => [
        { kind: 'hunk', heading },
        ...lines.map((line): DiffRow => ({ kind: 'line', line })),
      ]),
    ])

/** The file name as git writes it, including its quoting. */
function nameIn(part: string): string {
  const named = [...part.matchAll(/^(?:---|\+\+\+) (.+)$/gm)]
    .slice(0, 2)
    .map(([, name = '']) => name)
  const name = named.findLast((one) => !one.startsWith('/dev/null'))
  if (name !== undefined) return name.replace(/^("?)[ab]\//, '$1').replace(/\t$/, '')
  return /^diff --git (.+)$/m.exec(part)?.[1] ?? ''
}
