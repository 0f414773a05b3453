import { readPatch, type PatchLine } from './read-patch.ts'

export type DiffRow =
  | { kind: 'file'; name: string }
  | { kind: 'hunk'; heading: string }
  | { kind: 'line'; line: PatchLine }

/** A diff of several files as git prints it, file by file. No line of a file begins like a file does. */
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

/** As git writes it, also where it has to quote it. */
function nameIn(part: string): string {
  const named = [...part.matchAll(/^(?:---|\+\+\+) (.+)$/gm)]
    .slice(0, 2)
    .map(([, name = '']) => name)
  const name = named.findLast((one) => !one.startsWith('/dev/null'))
  if (name !== undefined) return name.replace(/^("?)[ab]\//, '$1').replace(/\t$/, '')
  return /^diff --git (.+)$/m.exec(part)?.[1] ?? ''
}
