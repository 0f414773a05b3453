import { folderOf } from '../../../core/formats/item-place.ts'
import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { copyOver, moveFolder, readOwnBytes } from '../../files/own-files.ts'
import { filesBelow } from '../copy-into-worktree.ts'
import { HOST_FILES, isHostFile, type InWorktree } from '../git-context.ts'

const HOST_NAMES: ReadonlySet<string> = new Set(HOST_FILES)

/**
 * Copies the documents of the worktree into the checkout, if the copies there are as the host made
 * them; the user's changes there stay. Returns those that git ignores.
 */
export async function copyDocumentsBack({
  repository,
  worktree,
  item,
}: InWorktree): Promise<string[]> {
  const { git, top } = repository
  const live = filesBelow(worktree.path, folderOf(item)).filter((path) => !isHostFile(path))
  const ignored: string[] = []
  for (const path of live) {
    const copied = await git.find(`${worktree.from}:${path}`)
    if (copied === null && (await isIgnored(path))) ignored.push(path)
    const here = join(top, path)
    const below = { from: worktree.path, to: top }
    if (isSame(here, join(worktree.path, path), below)) continue
    const isOurs = lstatSync(here, { throwIfNoEntry: false }) === undefined || (await isCopy(path))
    if (isOurs) copyOver(join(worktree.path, path), here, below)
  }
  return ignored

  async function isIgnored(path: string): Promise<boolean> {
    return (await git.run(['check-ignore', '--quiet', '--', path], { cwd: top })).code === 0
  }

  async function isCopy(path: string): Promise<boolean> {
    const copied = await git.find(`${worktree.from}:${path}`)
    const { out } = await git.run(['hash-object', '--no-filters', '--', join(top, path)])
    return copied !== null && out.toString('utf8').trim() === copied
  }
}

/**
 * Before the item is archived or deleted: copies its current documents into its folder. Nothing is
 * lost: a copy that differs is kept beside its replacement.
 */
export function takeDocuments(live: string, own: string): void {
  for (const path of filesBelow(live, '.').filter((name) => !HOST_NAMES.has(name.slice(2)))) {
    const [from, to] = [join(live, path), join(own, path)]
    const below = { from: live, to: own }
    if (isSame(to, from, below)) continue
    if (lstatSync(to, { throwIfNoEntry: false }) !== undefined) moveFolder(to, `${to}.checkout`)
    copyOver(from, to, below)
  }
}

function isSame(one: string, other: string, below: { from: string; to: string }): boolean {
  const [stat, its] = [one, other].map((path) => lstatSync(path, { throwIfNoEntry: false }))
  if (stat?.isFile() !== true || stat.size !== its?.size) return false
  return readOwnBytes(one, { below: below.to }).equals(readOwnBytes(other, { below: below.from }))
}
