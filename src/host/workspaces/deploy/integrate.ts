import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DeployStrategy, GitAct, GitResult } from '../../../contracts/host-steps.ts'
import { withTrailers } from '../../git/commit-work.ts'
import {
  applyOntoBase,
  continueOntoBase,
  type AppliedOntoBase,
  type OntoBase,
} from '../../git/onto-base.ts'
import { rawTree } from '../../git/raw-tree.ts'
import { changedPaths, commitTree, inScratch, saveWork } from '../../git/saved-work.ts'
import { isLinked, removeWorktree, worktreeAt } from '../../git/worktree.ts'
import { Found } from '../findings.ts'
import { isHostFile, readyRef, scratchFor, trailersOf, type InWorktree } from '../git-context.ts'
import { refuseForeignChanges } from '../record.ts'

type Integrate = Extract<GitAct, { type: 'integrate' }>

/** The branch onto the newest base, in a scratch worktree. Always from the start. */
export async function integrate(world: InWorktree, act: Integrate): Promise<GitResult> {
  const { repository, worktree } = world
  const { git } = repository
  await refuseForeignChanges(world)
  const base = await git.find(`refs/heads/${worktree.base}^{commit}`)
  if (base === null) throw new Found({ problem: 'base-gone', values: { base: worktree.base } })
  const scratch = scratchFor(world)
  await makeRoom(world, scratch)
  const plan: OntoBase = {
    scratch,
    strategy: act.strategy,
    base,
    tip: await git.text(['rev-parse', `refs/heads/${worktree.branch}`]),
    message: withTrailers(act.message, trailersOf(world)),
    isLeft: isHostFile,
  }
  return resultOf(world, plan, await applyOntoBase(git, plan))
}

/** After the agent's, or the user's, work on the conflict. */
export async function continueIntegration(world: InWorktree): Promise<GitResult> {
  const { git } = world.repository
  const scratch = scratchFor(world)
  const noted = await readNote(world, scratch)
  if (noted === null) throw new Found({ problem: 'scratch-gone', values: { path: scratch } })
  const { files, ...rest } = noted
  const plan: OntoBase = { ...rest, scratch, isLeft: isHostFile }
  return resultOf(world, plan, await continueOntoBase(git, plan, files))
}

async function resultOf(
  world: InWorktree,
  plan: OntoBase,
  brought: AppliedOntoBase,
): Promise<GitResult> {
  const { git } = world.repository
  const { scratch: path, base: onto, tip } = plan
  if (brought.state === 'conflict') {
    await writeNote(world, plan, brought.files)
    return { type: 'conflict', files: brought.files, path }
  }
  const { commit } = brought
  const tree = await git.text(['rev-parse', `${commit}^{tree}`])
  // For the clean-up: what the base must contain so that this very work is in it.
  const link = await commitTree(git, tree, { parents: [commit, tip], message: 'ready' })
  await git.must(['update-ref', readyRef(world.item), link])
  return { type: 'ready', commit, tree, onto, path }
}

interface Note {
  strategy: DeployStrategy
  base: string
  tip: string
  message: string
  files: string[]
  /** The files as the host left them: what differs from it is someone's work. */
  left: string
}

/** In git's own folder of the scratch worktree: it goes with it, and no commit can hold it. */
const noteFile = async ({ repository: { git } }: InWorktree, scratch: string): Promise<string> =>
  join(await git.text(['rev-parse', '--absolute-git-dir'], { cwd: scratch }), 'sdd-conflict.json')

async function writeNote(world: InWorktree, plan: OntoBase, files: string[]): Promise<void> {
  const { strategy, base, tip, message, scratch } = plan
  const left = await contentOf(world, scratch)
  const note: Note = { strategy, base, tip, message, files, left }
  writeFileSync(await noteFile(world, scratch), JSON.stringify(note))
}

async function readNote(world: InWorktree, scratch: string): Promise<Note | null> {
  const listed = await worktreeAt(world.repository.git, scratch)
  if (listed === null || !isLinked(scratch)) return null
  const file = await noteFile(world, scratch)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Note) : null
}

async function contentOf({ repository: { git } }: InWorktree, dir: string): Promise<string> {
  const head = await git.find('HEAD^{commit}', { cwd: dir })
  const paths = await changedPaths(git, dir, head)
  return inScratch((index) => rawTree(git, { dir, paths, over: head, index }))
}

/** A resolution that was begun is saved; what the host itself left there is not. */
export async function makeRoom(world: InWorktree, scratch: string): Promise<void> {
  const { repository, item } = world
  const note = await readNote(world, scratch)
  if (note !== null && (await contentOf(world, scratch)) !== note.left)
    await saveWork(repository.git, {
      item,
      dir: scratch,
      why: 'resolution of a conflict, before the work is brought onto the base once more',
      trailers: trailersOf(world),
      withCommit: true,
    })
  await removeWorktree(repository.git, scratch)
}
