import type { GitResult } from '../../contracts/host-steps.ts'
import { withTrailers, workingTree } from '../../host/git/commit-work.ts'
import { commitTree } from '../../host/git/saved-work.ts'
import type { WritingGit } from '../../host/git/writing-git.ts'
import type { StepEnd, StepRequest, StepRequestOf } from '../../host/ports/step-runner.ts'
import { branchFor, isHostFile } from '../../host/workspaces/git-context.ts'
import { notCodeFor } from '../../host/workspaces/record.ts'

/** What a step leaves: the new branch, the commit documents are read from, and the new base. */
export interface StepWork {
  /** Null deletes it. */
  branch: string | null
  head: string
  /** Null leaves it as it is. */
  base: string | null
}

interface StepStart {
  git: WritingGit
  request: StepRequest
  /** The item's work when the step began. */
  from: string
  base: { branch: string; commit: string }
  /** Where its agent worked. */
  dir: string
}

export async function workOf(start: StepStart, end: StepEnd): Promise<StepWork> {
  const { request, from } = start
  switch (request.kind) {
    case 'check':
      // Files that a check wrote belong to no step.
      return { branch: from, head: from, base: null }
    case 'agent': {
      // It worked on the half-finished merge, which is kept separately.
      if (request.launch.conflict !== null) return { branch: from, head: from, base: null }
      const commit = await commitOf(start, request)
      return { branch: commit, head: commit, base: null }
    }
    case 'git':
      return afterAct(start, end.result)
    default:
      return request satisfies never
  }
}

async function afterAct(
  { git, request, from, base }: StepStart,
  result: GitResult | undefined,
): Promise<StepWork> {
  const now = await git.text(['rev-parse', `refs/heads/${base.branch}`])
  const moved = now === base.commit ? null : now
  const isGone = result?.type === 'cleaned' && result.kept === null
  if (isGone) return { branch: null, head: now, base: moved }
  const branch = (await git.find(`refs/heads/${branchFor(request.item)}^{commit}`)) ?? from
  return { branch, head: branch, base: moved }
}

/** One commit on top of what the step began with, even if its agent made commits of its own. */
async function commitOf({ git, from, dir }: StepStart, request: StepRequestOf<'agent'>) {
  const { item, launch } = request
  const wish = { dir, notCode: notCodeFor(item), isLeft: isHostFile, as: from }
  const { tree } = await workingTree(git, wish)
  if (tree === (await git.text(['rev-parse', `${from}^{tree}`]))) return from
  const message = withTrailers(`${item.name}: ${launch.phase}`, { 'Sdd-Step': launch.key.stepId })
  return commitTree(git, tree, { parents: [from], message })
}
