import { lstatSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { WritingGit } from './writing-git.ts'

interface TreePlan {
  /** Where the files are. */
  dir: string
  /** Relative to `dir`, as git names them. */
  paths: readonly string[]
  /** The tree whose entries they replace; null for an empty one. */
  over: string | null
  /** A scratch file, not a real index. */
  index: string
}

/**
 * Writes a tree with these files exactly as they are on disk, without filters or line-ending
 * conversion, so that they can be restored byte for byte. Paths without a file are removed.
 */
export async function rawTree(
  git: WritingGit,
  { dir, paths, over, index }: TreePlan,
): Promise<string> {
  await git.must(over === null ? ['read-tree', '--empty'] : ['read-tree', over], { index })
  const found = paths.map((path) => ({
    path,
    stat: lstatSync(join(dir, path), { throwIfNoEntry: false }),
  }))
  const files = found.filter(({ stat }) => stat?.isFile() === true)
  const hashes = await hashFiles(
    git,
    dir,
    files.map(({ path }) => path),
  )
  const links = new Map<string, string>()
  for (const { path, stat } of found)
    if (stat?.isSymbolicLink() === true)
      links.set(path, await hashText(git, readlinkSync(join(dir, path), 'buffer')))
  const lines = found.map(({ path, stat }) => {
    const link = links.get(path)
    if (link !== undefined) return `120000 ${link}\t${path}`
    const hash = hashes.get(path)
    if (hash === undefined) return `0 ${git.noObject}\t${path}`
    const isExecutable = ((stat?.mode ?? 0) & 0o100) !== 0
    return `${isExecutable ? '100755' : '100644'} ${hash}\t${path}`
  })
  await git.must(['update-index', '-z', '--index-info'], {
    index,
    input: lines.map((line) => `${line}\0`).join(''),
  })
  return git.text(['write-tree'], { index })
}

/** A path with a line break cannot be part of the list, so it is hashed separately. */
async function hashFiles(
  git: WritingGit,
  dir: string,
  paths: readonly string[],
): Promise<Map<string, string>> {
  const plain = paths.filter((path) => !path.includes('\n'))
  const hashes = new Map<string, string>()
  if (plain.length > 0) {
    const input = plain.map((path) => `${join(dir, path)}\n`).join('')
    const listed = (
      await git.text(['hash-object', '-w', '--no-filters', '--stdin-paths'], { input })
    ).split('\n')
    plain.forEach((path, at) => hashes.set(path, listed[at] ?? ''))
  }
  for (const path of paths)
    if (!hashes.has(path))
      hashes.set(path, await git.text(['hash-object', '-w', '--no-filters', '--', join(dir, path)]))
  return hashes
}

export const hashText = (git: WritingGit, input: Buffer | string): Promise<string> =>
  git.text(['hash-object', '-w', '--stdin'], { input })
