import { existsSync, lstatSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { GitResult } from '../../contracts/host-steps.ts'
import { withTrailers } from '../git/commit-work.ts'
import { makeFolder, namesIn, refuseLinks, removeFolder, writeNewFile } from '../files/own-files.ts'
import { baseOf } from '../git/repository.ts'
import { isBeginningOf } from '../git/move-base.ts'
import { rawTree } from '../git/raw-tree.ts'
import { inScratch, saveWork } from '../git/saved-work.ts'
import {
  addWorktree,
  checkOutFiles,
  firstCommit,
  isLinked,
  makeWorktree,
  removeWorktree,
  worktreeAt,
  worktreeProblem,
} from '../git/worktree.ts'
import { copyIgnoredFiles, copyDocuments, documentsOf } from './copy-into-worktree.ts'
import { Found, ofBase, ofWorktree } from './findings.ts'
import {
  branchFor,
  trailerOf,
  trailersOf,
  workRef,
  worktreeFor,
  type GitWorld,
  type WorktreePlace,
} from './git-context.ts'

/** Creates worktree and branch of an item, with its documents as the first commit. */
export async function makeWorkspace(world: GitWorld): Promise<GitResult> {
  const { repository, item, settings } = world
  const { git, top } = repository
  const path = worktreeFor(world)
  const branch = branchFor(item)
  const begun = await resumeInterrupted(world, { path, branch })
  if (begun !== null) return finished(world, begun)
  const base = await baseOf(git, settings.baseBranch)
  if ('problem' in base) throw new Found(ofBase(base))
  const problem = await worktreeProblem(git, { path, branch })
  if (problem !== null) throw new Found(ofWorktree(problem))
  prepareRoot(world, path)
  const { tracked } = await documentsOf(world)
  const first = await firstCommit(git, {
    base: base.commit,
    documents: { dir: top, paths: tracked },
    message: withTrailers(`${item.name}: documents`, {
      ...trailersOf(world),
      'Sdd-Base': base.branch,
    }),
  })
  await makeWorktree(git, { path, branch, first })
  return finished(world, { path, branch, base: base.branch, from: first })
}

async function finished(world: GitWorld, place: WorktreePlace): Promise<GitResult> {
  const { git } = world.repository
  await copyDocuments(world, place)
  copyIgnoredFiles(world, place)
  await git.must(['update-ref', workRef(world.item), place.from])
  return { type: 'workspace', ...place }
}

interface Wanted {
  path: string
  branch: string
}

/**
 * Finds the branch of an interrupted act: its one commit is the host's own, for this item.
 * Completes its worktree; if the documents have changed since, undoes all of it.
 */
async function resumeInterrupted(world: GitWorld, wanted: Wanted): Promise<WorktreePlace | null> {
  const { git } = world.repository
  const { path, branch } = wanted
  const from = await git.find(`refs/heads/${branch}^{commit}`)
  const base = from === null ? null : await baseNamedIn(world, from)
  if (from === null || base === null) return null
  const state = await stateOf(world, path)
  if (state === 'half') await undoAdd(world, path)
  if (state === 'empty') await fill(world, path)
  if (!(await isUpToDate(world, from))) {
    if (state !== 'half' && state !== 'none') await undoWorktree(world, path)
    await git.must(['update-ref', '-d', `refs/heads/${branch}`, from])
    return null
  }
  if (state === 'half' || state === 'none') await addWorktree(git, { path, branch })
  return { path, branch, base, from }
}

const TRAILERS = ['Sdd-Item', 'Sdd-Base']
  .map((key) => `%(trailers:key=${key},valueonly)`)
  .join('%x00')

async function baseNamedIn({ repository: { git }, item }: GitWorld, commit: string) {
  const values = await git.text(['log', '-1', `--format=${TRAILERS}`, commit])
  const [named, base = ''] = values.split('\0').map((text) => text.trim())
  return named === trailerOf(item) && base !== '' ? base : null
}

/** `half`: git was killed while adding it; `empty`: it has no index yet, so not all its files. */
async function stateOf({ repository: { git } }: GitWorld, path: string) {
  const listed = await worktreeAt(git, path)
  if (listed === null) {
    if (isFree(path)) return 'none'
    throw new Found(ofWorktree({ problem: 'folder-in-the-way', path }))
  }
  if (!isLinked(git, path) || listed.isLocked) return 'half'
  return existsSync(join(git.placeOf(path).gitDir, 'index')) ? 'whole' : 'empty'
}

async function undoAdd({ repository: { git } }: GitWorld, path: string): Promise<void> {
  if (!isFree(path)) throw new Found(ofWorktree({ problem: 'folder-in-the-way', path }))
  removeFolder(path)
  await removeWorktree(git, path)
}

async function fill({ repository: { git }, item }: GitWorld, path: string): Promise<void> {
  const changed = await inScratch(async (index) => {
    const own = { cwd: path, index }
    await git.must(['read-tree', 'HEAD'], own)
    const plain = ['--name-only', '--diff-filter=MT', '--ignore-submodules=all', '-z']
    return git.lines(['diff-files', ...plain], own)
  })
  let isOthers = false
  for (const name of changed) {
    const blob = await git.find(`HEAD:${name}`, { cwd: path })
    isOthers ||= !(await isBeginningOf(git, { dir: path, path: name }, blob))
  }
  if (isOthers) await saveWork(git, { item, dir: path, why: 'worktree completed' })
  await checkOutFiles(git, path)
}

async function undoWorktree({ repository: { git }, item }: GitWorld, path: string): Promise<void> {
  await saveWork(git, { item, dir: path, why: 'worktree made again' })
  await removeWorktree(git, path)
}

async function isUpToDate(world: GitWorld, first: string): Promise<boolean> {
  const { git, top } = world.repository
  const { tracked } = await documentsOf(world)
  const tree = await inScratch((index) =>
    rawTree(git, { dir: top, paths: tracked, over: `${first}^`, index }),
  )
  return tree === (await git.text(['rev-parse', `${first}^{tree}`]))
}

/** Contains at most git's own link. */
function isFree(path: string): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return true
  return stat.isDirectory() && namesIn(path).every((name) => name === '.git')
}

/** Hides the folder from git. */
function prepareRoot({ folders, settings }: GitWorld, path: string): void {
  refuseLinks(path)
  makeFolder(dirname(path))
  if (settings.root !== null) return
  const ignore = join(folders.kiroDir, 'worktrees', '.gitignore')
  refuseLinks(ignore)
  if (!existsSync(ignore)) writeNewFile(ignore, '*\n', 0o644)
}
