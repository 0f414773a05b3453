import type { GitAct, GitResult } from '../../../contracts/host-steps.ts'
import { withTrailers } from '../../git/commit-work.ts'
import { commitTree, saveWork } from '../../git/saved-work.ts'
import { Found } from '../findings.ts'
import { readyRef, trailersOf, type InWorktree } from '../git-context.ts'
import { record, refuseForeignChanges } from '../record.ts'

type CatchUp = Extract<GitAct, { type: 'catch-up' }>

/**
 * Gives the branch the tree in which its work was applied to the base, with both as parents: no
 * second merge, so no conflict that the first one did not have.
 */
export async function catchUp(world: InWorktree, { commit, onto }: CatchUp): Promise<GitResult> {
  const { repository, worktree, item } = world
  const { git } = repository
  const at = { cwd: worktree.path }
  await refuseForeignChanges(world)
  const tip = await git.text(['rev-parse', `refs/heads/${worktree.branch}`])
  const has = await git.run(['merge-base', '--is-ancestor', onto, tip])
  if (has.code !== 0) {
    if ((await git.find(`${readyRef(item)}^2`)) !== tip)
      throw new Found({
        problem: 'branch-moved',
        values: { branch: worktree.branch, base: worktree.base },
      })
    if (world.hasCrashed) await startOver(world)
    const tree = await git.text(['rev-parse', `${commit}^{tree}`])
    const message = withTrailers(
      `${item.name}: with the newest ${worktree.base}`,
      trailersOf(world),
    )
    const merged = await commitTree(git, tree, { parents: [tip, onto], message })
    // Copied or touched files look changed until git has read them.
    await git.run(['update-index', '-q', '--refresh'], at)
    // Refuses to touch what anyone else has changed there meanwhile.
    await git.must(['reset', '--quiet', '--keep', merged], at)
  }
  return record(world, { type: 'record', subject: `with the newest ${worktree.base}` })
}

/** An earlier attempt was killed while it wrote files: saves them, in case they are anyone's. */
async function startOver({ repository: { git }, worktree, item }: InWorktree): Promise<void> {
  await saveWork(git, { item, dir: worktree.path, why: 'before the base was taken in once more' })
  await git.must(['reset', '--quiet', '--hard'], { cwd: worktree.path })
}
