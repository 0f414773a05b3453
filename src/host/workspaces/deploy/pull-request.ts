import type { GitAct, GitResult } from '../../../contracts/host-steps.ts'
import { Found } from '../findings.ts'
import { findForge } from './forge.ts'
import type { InWorktree } from '../git-context.ts'
import { refuseForeignChanges } from '../record.ts'

type PullRequest = Extract<GitAct, { type: 'pull-request' }>

/** Pushes the branch, and opens a pull request for it or updates the open one. */
export async function openPullRequest(world: InWorktree, act: PullRequest): Promise<GitResult> {
  const { repository, worktree } = world
  const { git } = repository
  await refuseForeignChanges(world)
  const { branch, base } = worktree
  const remote = remoteOf(world)
  const forge = findForge(world, remote)
  const commit = await git.text(['rev-parse', `refs/heads/${branch}`])
  if (world.broughtTo === undefined) await push(world, remote, commit)
  const url = await forge.publish({ branch, base, title: oneLine(act.title), body: act.body })
  return { type: 'pull-request', url, commit }
}

async function push(
  { repository: { git }, worktree: { branch, path } }: InWorktree,
  remote: Remote,
  commit: string,
): Promise<void> {
  // Otherwise the repository could choose the receiving program.
  const how = [
    '--quiet',
    '--no-verify',
    '--recurse-submodules=no',
    '--receive-pack=git-receive-pack',
  ]
  const to = `${commit}:refs/heads/${branch}`
  const pushed = await git.push(remote.url, how, to)
  if (pushed.code === 0) return
  const said = lastLines(pushed.errors)
  throw new Found({ problem: 'push-refused', values: { branch, remote: remote.name, said, path } })
}

export interface Remote {
  name: string
  url: string
}

function remoteOf(world: InWorktree): Remote {
  const { repository, worktree, broughtTo } = world
  if (broughtTo !== undefined) return { name: 'origin', url: broughtTo }
  const { git } = repository
  const names = git.remotes
  const wanted = git.configured('branch.remote', worktree.base) ?? 'origin'
  const name = names.find((one) => one === wanted) ?? (names.length === 1 ? names[0] : undefined)
  if (name === undefined || name.startsWith('-'))
    throw new Found({ problem: 'no-remote', values: {} })
  // Verbatim: only the user's own configuration may rewrite it.
  const url = git.configured('remote.pushurl', name) ?? git.configured('remote.url', name)
  if (url === null) throw new Found({ problem: 'no-remote', values: {} })
  return { name, url }
}

const lastLines = (text: string): string =>
  text.trim().split('\n').slice(-3).join(' ') || 'no message'

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
