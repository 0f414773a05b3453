import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readTasks } from './tasks-document.ts'

/** A comment at the end changes no task, but forces the full reader. */
const readInContext = (text: string) => readTasks(`${text}\n<!-- -->`)

const FRAGMENTS =
  String.raw`- [ ] |* [x] |+ [X] |1. [ ] |2) [x] |- |1. |[ ] |[-] |[~] |- [ ]* |-[ ] |- [ ]
|- [?] |- [] |- [x](link) |- [ ][ref] |> |>|1.2 |3. |1..2 |1.2. |2.1* |T012 |[P] |[US1] |１．２ |0 |. |Title
|Build a Part|API| (P)|(P)| (P)*|**bold**|日本語|（P）|_Requirements: 1.1, 2.3_|_Requirements: 1.1_ x
|_Depends: 1.2_|Blocked: why|_|Requirements: 4|  |    | |#|# |\u00A0|\u3000|\\*|***|- - |:`
    .replaceAll('\n', '')
    .replaceAll('\\u00A0', '\u00A0')
    .replaceAll('\\u3000', '\u3000')
    .split('|')

const line = fc
  .array(fc.constantFrom(...FRAGMENTS), { maxLength: 5 })
  .map((parts) => parts.join(''))
const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.join('\n'))

it('X7 reads a plain document exactly as it would be read in context', () => {
  fc.assert(
    fc.property(text, (document) => {
      expect(readTasks(document)).toEqual(readInContext(document))
    }),
    { numRuns: 20_000 },
  )
})
