import type { GitAct, GitResult } from '../../../contracts/host-steps.ts'
import { refuseLinks } from '../../files/own-files.ts'
import { withTrailers } from '../../git/commit-work.ts'
import {
  applyOntoBase,
  continueOntoBase,
  type AppliedOntoBase,
  type OntoBase,
} from '../../git/onto-base.ts'
import { commitTree, saveWork } from '../../git/saved-work.ts'
import { removeWorktree } from '../../git/worktree.ts'
import { Found } from '../findings.ts'
import { isHostFile, readyRef, scratchFor, trailersOf, type InWorktree } from '../git-context.ts'
import { refuseForeignChanges } from '../record.ts'
import { contentOf, readNote, writeNote } from './conflict-note.ts'

type Integrate = Extract<GitAct, { type: 'integrate' }>

/** Applies the branch to the newest base, in a scratch worktree. Always from the start. */
export async function integrate(world: InWorktree, act: Integrate): Promise<GitResult> {
  const { repository, worktree } = world
  const { git } = repository
  await refuseForeignChanges(world)
  const base = await git.find(`refs/heads/${worktree.base}^{commit}`)
  if (base === null) throw new Found({ problem: 'base-gone', values: { base: worktree.base } })
  const scratch = scratchFor(world)
  await clearScratch(world, scratch)
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

/** Continues after the agent or the user has worked on the conflict. */
export async function continueIntegration(world: InWorktree): Promise<GitResult> {
  const { git } = world.repository
  const scratch = scratchFor(world)
  const noted = await readNote(git, scratch)
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
    const { strategy, message } = plan
    const left = await contentOf(git, path)
    await writeNote(git, path, { strategy, base: onto, tip, message, files: brought.files, left })
    return { type: 'conflict', files: brought.files, path }
  }
  const { commit } = brought
  const tree = await git.text(['rev-parse', `${commit}^{tree}`])
  // For the clean-up: what the base must contain for this work to be in it.
  const link = await commitTree(git, tree, { parents: [commit, tip], message: 'ready' })
  await git.must(['update-ref', readyRef(world.item), link])
  return { type: 'ready', commit, tree, onto, path }
}

/** Saves a resolution that was begun, but not what the host itself left there. */
export async function clearScratch(world: InWorktree, scratch: string): Promise<void> {
  const { repository, item } = world
  const { git } = repository
  refuseLinks(scratch)
  const note = await readNote(git, scratch)
  if (note !== null && (await contentOf(git, scratch)) !== note.left)
    await saveWork(git, {
      item,
      dir: scratch,
      why: 'resolution of a conflict, before the work is brought onto the base once more',
      trailers: trailersOf(world),
      withCommit: true,
    })
  await removeWorktree(git, scratch)
}
