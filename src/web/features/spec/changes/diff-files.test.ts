import { describe, expect, it } from 'vitest'
import { filesIn, firstLines, leftOut } from './diff-files.ts'

const DIFF = `diff --git a/src/a.ts b/src/a.ts
index 1111111..2222222 100644
--- a/src/a.ts
+++ b/src/a.ts
@@ -1,3 +1,3 @@
 same
-old
+new
+more
@@ -20,1 +21,1 @@
--- looks like a header
+++ looks like one too
diff --git a/gone.txt b/gone.txt
deleted file mode 100644
index 3333333..0000000
--- a/gone.txt
+++ /dev/null
@@ -1 +0,0 @@
-bye
diff --git a/icon.png b/icon.png
index 4444444..5555555 100644
Binary files a/icon.png and b/icon.png differ
diff --git a/new file.md b/new file.md
new file mode 100644
index 0000000..6666666
--- /dev/null
+++ b/new file.md
@@ -0,0 +1,2 @@
+one
+two
`

describe('the files of a diff', () => {
  const files = filesIn(DIFF) ?? []

  it('are told with their paths and with how many lines came and went', () => {
    expect(
      files.map(({ path, added, removed, file }) => [path, file.type, added, removed]),
    ).toEqual([
      ['src/a.ts', 'modify', 3, 2],
      ['gone.txt', 'delete', 0, 1],
      ['icon.png', 'modify', 0, 0],
      ['new file.md', 'add', 2, 0],
    ])
  })

  it('come with the code first and the documents of specs last', () => {
    const file = (path: string) =>
      `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-a\n+b\n`
    const paths = ['.kiro/specs/x/design.md', 'src/b.ts', 'src/c.ts']
    expect(filesIn(paths.map(file).join(''))?.map(({ path }) => path)).toEqual([
      'src/b.ts',
      'src/c.ts',
      '.kiro/specs/x/design.md',
    ])
  })

  it('are none in an empty diff', () => {
    expect(filesIn('\n')).toEqual([])
  })

  it('are cut where there is too much to draw', () => {
    const hunks = files[0]?.file.hunks ?? []
    const drawn = (limit: number) => firstLines(hunks, limit).map(({ changes }) => changes.length)
    expect([drawn(100), drawn(5), drawn(2)]).toEqual([[4, 2], [4, 1], [2]])
  })

  it('leave out new files that git could not print', () => {
    expect(leftOut(files, ['new file.md', 'huge.bin'])).toEqual(['huge.bin'])
  })

  it('are not guessed from what cannot be taken apart', () => {
    expect(filesIn('diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ broken\n')).toBeNull()
  })
})
