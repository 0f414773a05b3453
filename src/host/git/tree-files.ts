import { chmodSync, lstatSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { WritingGit } from './writing-git.ts'

/** A file as a tree names it; the mode of one that is gone is `GONE`. */
export interface TreeFile {
  path: string
  mode: string
  blob: string
}

const GONE = '000000'
const LINK = '120000'
const PROGRAM = '100755'
const REPOSITORY = '160000'

/** A tree that git itself would not have made: someone else's push or clone may contain one. */
export class UnsafePath extends Error {
  readonly path: string

  constructor(path: string, why: string) {
    super(`${JSON.stringify(path)} in a git tree ${why}: it is not written`)
    this.path = path
  }
}

/**
 * Writes files of a tree byte for byte below a folder, and nothing outside of it. Removes what is
 * there first, so nothing is written through a link. Gitlinks are left alone.
 */
export async function writeTreeFiles(
  git: WritingGit,
  dir: string,
  files: readonly TreeFile[],
): Promise<void> {
  checkPaths(files)
  for (const { path } of files) {
    refuseLinkedParent(dir, path)
    rmSync(join(dir, path), { force: true, recursive: true })
  }
  for (const { path, mode, blob } of files) {
    if (mode === GONE || mode === REPOSITORY) continue
    const bytes = await git.must(['cat-file', 'blob', blob])
    refuseLinkedParent(dir, path)
    const file = join(dir, path)
    mkdirSync(dirname(file), { recursive: true })
    if (mode === LINK) symlinkSync(bytes.toString('utf8'), file)
    else writeFileSync(file, bytes, { flag: 'wx' })
    if (mode === PROGRAM) chmodSync(file, 0o755)
  }
}

/** Before anything is written: a tree with one bad entry is not taken in parts. */
function checkPaths(files: readonly TreeFile[]): void {
  const seen = new Set<string>()
  for (const { path } of files) {
    const parts = path.split('/')
    if (parts.some((part) => part === '' || part === '.' || part === '..'))
      throw new UnsafePath(path, 'leads out of the folder')
    if (parts.some(isGitFolder)) throw new UnsafePath(path, 'is inside a repository’s own folder')
    if (seen.has(path)) throw new UnsafePath(path, 'is there twice')
    seen.add(path)
  }
  const written = files.filter(({ mode }) => mode !== GONE)
  const names = new Set(written.map(({ path }) => path))
  for (const { path } of written)
    for (let above = dirname(path); above !== '.'; above = dirname(above))
      if (names.has(above)) throw new UnsafePath(above, 'is a file and a folder')
}

/** Characters that some file systems ignore in names. */
const IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g

/** As some file system may spell it. */
const isGitFolder = (part: string): boolean =>
  /^(\.git|git~1)[. ]*(:.*)?$/i.test(part.replaceAll(IGNORED, ''))

function refuseLinkedParent(dir: string, path: string): void {
  let above = dir
  for (const part of path.split('/').slice(0, -1)) {
    above = join(above, part)
    const stat = lstatSync(above, { throwIfNoEntry: false })
    if (stat === undefined) return
    if (stat.isSymbolicLink()) throw new UnsafePath(path, 'is behind a link')
  }
}
