import type { Finding } from '../../contracts/asked/findings.ts'
import { withDetail } from '../../core/words/finding-words.ts'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { GitResult } from '../../contracts/host-steps.ts'
import { savedBy, saveCommit, saveWork } from '../git/saved-work.ts'
import { removeWorktree, worktreeAt, worktreeFinding } from '../git/worktree.ts'
import { copyDocumentsBack } from './deploy/copy-documents-back.ts'
import { ofForeignChange } from './findings.ts'
import { readyRef, scratchFor, trailersOf, workRef, type InWorktree } from './git-context.ts'
import { clearScratch } from './deploy/integrate.ts'

/** Removes worktree and branch once the base has the work, after saving everything there. */
export async function cleanUp(world: InWorktree): Promise<GitResult> {
  const { repository, worktree, item, stepId } = world
  const { git } = repository
  const tip = await git.find(`refs/heads/${worktree.branch}^{commit}`)
  // Already saved by this act before it was interrupted: the base was known to have the work.
  let saved = await savedBy(git, item, stepId)
  if (saved === null) {
    const kept = await reasonToKeep(world, tip)
    if (kept !== null) return { type: 'cleaned', saved: null, kept }
    saved = await saveAll(world, tip)
  }
  await clearScratch(world, scratchFor(world))
  await removeWorktree(git, worktree.path)
  if (tip !== null) await git.must(['update-ref', '-d', `refs/heads/${worktree.branch}`, tip])
  for (const ref of [workRef(item), readyRef(item)]) await git.run(['update-ref', '-d', ref])
  return { type: 'cleaned', saved, kept: null }
}

async function reasonToKeep(world: InWorktree, tip: string | null): Promise<string | null> {
  const { repository, worktree } = world
  const { git } = repository
  const { path, branch, base } = worktree
  const listed = await worktreeAt(git, path)
  if (tip === null && listed === null) return null
  if (tip === null) return words(ofForeignChange({ found: 'branch-deleted' }, worktree, world))
  if (!(await hasTheWork(world, tip)))
    return words({ problem: 'work-not-in-base', values: { branch, base } })
  if (listed === null) return null
  const finding = await worktreeFinding(git, { path, branch, head: tip })
  return finding === null || finding.found === 'removed'
    ? null
    : words(ofForeignChange(finding, worktree, world))
}

const words = (finding: Finding): string => withDetail(finding).detail

/** The base contains the branch itself, or what was made from exactly this branch. */
async function hasTheWork({ repository, worktree, item }: InWorktree, tip: string) {
  const { git } = repository
  const base = `refs/heads/${worktree.base}`
  const contains = async (commit: string): Promise<boolean> =>
    (await git.run(['merge-base', '--is-ancestor', commit, base])).code === 0
  if (await contains(tip)) return true
  const ready = await git.find(`${readyRef(item)}^1`)
  const madeFrom = await git.find(`${readyRef(item)}^2`)
  return ready !== null && madeFrom === tip && (await contains(ready))
}

/** Null if the base has all of it unchanged. */
async function saveAll(world: InWorktree, tip: string | null): Promise<string | null> {
  const { repository, worktree, item } = world
  const { git } = repository
  if (tip === null) return null
  const base = `refs/heads/${worktree.base}`
  const isInBase = (await git.run(['merge-base', '--is-ancestor', tip, base])).code === 0
  const why = `${worktree.branch}, merged into ${worktree.base}`
  const plan = { item, why, trailers: trailersOf(world) }
  if (!existsSync(join(worktree.path, '.git')))
    return isInBase ? null : saveCommit(git, { ...plan, commit: tip })
  const always = await copyDocumentsBack(world)
  const work = { ...plan, dir: worktree.path, always, withCommit: !isInBase }
  return (await saveWork(git, work))?.ref ?? null
}
