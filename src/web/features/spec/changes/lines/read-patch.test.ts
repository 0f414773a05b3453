import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pairsOf, readPatch } from './read-patch.ts'
import { rowsOfDiff } from './split-diff.ts'

const PATCH = `diff --git a/a.ts b/a.ts
index 1111111..2222222 100644
--- a/a.ts
+++ b/a.ts
@@ -1,3 +1,4 @@ function a()
 same
-old
+new
+more
 end
@@ -20 +21 @@
--- looks like a heading
+++ looks like one too
\\ No newline at end of file
`

describe('the lines of a patch', () => {
  it('have their numbers on both sides, whatever they look like', () => {
    const [first, second] = readPatch(PATCH)
    expect(first?.heading).toBe('@@ -1,3 +1,4 @@ function a()')
    expect(first?.lines.map(({ type, old, now, text }) => [type, old, now, text])).toEqual([
      ['same', 1, 1, 'same'],
      ['removed', 2, null, 'old'],
      ['added', null, 2, 'new'],
      ['added', null, 3, 'more'],
      ['same', 3, 4, 'end'],
    ])
    expect(second?.lines.map(({ type, text, isUnended }) => [type, text, isUnended])).toEqual([
      ['removed', '-- looks like a heading', false],
      ['added', '++ looks like one too', true],
    ])
  })

  it('end as they do in the file, and a line that looks like a heading is none', () => {
    const [hunk, ...more] = readPatch('@@ -1 +1,2 @@\n-a\r\n+@@ -1 +1 @@\r\n+b\n')
    expect(more).toEqual([])
    expect(hunk?.lines.map(({ text, hasCr }) => [text, hasCr])).toEqual([
      ['a', true],
      ['@@ -1 +1 @@', true],
      ['b', false],
    ])
  })

  it('are both those of a file and of the link that took its place', () => {
    const text = `diff --git a/x b/x\ndeleted file mode 100644\n--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-one\ndiff --git a/x b/x\nnew file mode 120000\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+target\n`
    expect(readPatch(text).map(({ lines }) => lines.map(({ text: line }) => line))).toEqual([
      ['one'],
      ['target'],
    ])
  })

  it('are none where git printed no text', () => {
    expect(readPatch('diff --git a/x b/x\nold mode 100644\nnew mode 100755\n')).toEqual([])
    expect(readPatch('')).toEqual([])
  })

  it('stand side by side, each of them once', () => {
    const pairs = pairsOf(readPatch(PATCH)[0]?.lines ?? [])
    expect(pairs.map(([old, now]) => [old?.text, now?.text])).toEqual([
      ['same', 'same'],
      ['old', 'new'],
      [undefined, 'more'],
      ['end', 'end'],
    ])
  })

  it('lose nothing in any order of removed, added and unchanged ones', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(' ', '+', '-'), { minLength: 1 }), (marks) => {
        const old = marks.filter((mark) => mark !== '+').length
        const now = marks.filter((mark) => mark !== '-').length
        const body = marks.map((mark, at) => `${mark}${at}\n`).join('')
        const lines = readPatch(`@@ -1,${old} +1,${now} @@\n${body}`).flatMap((hunk) => hunk.lines)
        expect(lines.map(({ text }) => text)).toEqual(marks.map((_, at) => `${at}`))
        const pairs = pairsOf(lines)
        const shown = new Set(pairs.flat().filter((line) => line !== null))
        expect(shown.size).toBe(lines.length)
      }),
    )
  })
})

describe('a diff of several files', () => {
  it('is taken apart at its files, whatever their lines look like', () => {
    const diff = `${PATCH}diff --git a/gone b/gone\ndeleted file mode 100644\n--- a/gone\n+++ /dev/null\n@@ -1 +0,0 @@\n-diff --git a/x b/x\ndiff --git a/i.png b/i.png\nBinary files differ\n`
    const rows = rowsOfDiff(diff)
    expect(rows.flatMap((row) => (row.kind === 'file' ? [row.name] : []))).toEqual([
      'a.ts',
      'gone',
      'a/i.png b/i.png',
    ])
    expect(rows.filter(({ kind }) => kind === 'line')).toHaveLength(8)
  })
})
