import type { GitAct, GitResult } from '../../../contracts/host-steps.ts'
import { moveBase } from '../../git/move-base.ts'
import type { InWorktree } from '../git-context.ts'

type MoveBase = Extract<GitAct, { type: 'move-base' }>

/** Only fast-forwards, and only from the commit that was checked. */
export async function moveBaseTo(
  { repository, worktree, hasCrashed }: InWorktree,
  { commit, onto }: MoveBase,
): Promise<GitResult> {
  const { base, from } = worktree
  const moved = await moveBase(repository.git, {
    branch: base,
    from: onto,
    to: commit,
    copied: from,
    hasCrashed,
  })
  switch (moved.state) {
    case 'moved':
      return { type: 'moved', commit }
    case 'stale':
      return { type: 'base-moved' }
    case 'in-the-way':
      return { type: 'in-the-way', files: moved.files.map((file) => `${moved.dir}/${file}`) }
    default:
      return moved satisfies never
  }
}
