import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { GitAct, GitResult } from '../../contracts/host-steps.ts'
import type { WorkItem } from '../../contracts/work-item.ts'
import { documentRootsBeside } from '../../core/formats/layouts.ts'
import {
  commitWork,
  followCommit,
  withTrailers,
  workingCode,
  workingTree,
} from '../git/commit-work.ts'
import { worktreeFinding } from '../git/worktree.ts'
import { noteAfter, noteBefore } from './deploy/checkout-note.ts'
import { Found, ofForeignChange } from './findings.ts'
import { isHostFile, trailersOf, workRef, type GitWorld, type InWorktree } from './git-context.ts'

type Record = Extract<GitAct, { type: 'record' }>

/** What a step changed is committed in a worktree, but only inspected in the user's checkout. */
export async function record(world: GitWorld, { subject, isBefore }: Record): Promise<GitResult> {
  const { worktree } = world
  if (worktree !== null) return recordWorktree({ ...world, worktree }, subject)
  await (isBefore === true ? noteBefore(world) : noteAfter(world))
  return lookAtCheckout(world)
}

async function recordWorktree(world: InWorktree, subject: string): Promise<GitResult> {
  const { repository, worktree, item, stepId, after } = world
  const { git } = repository
  const known = await refuseForeignChanges(world)
  const { path, branch } = worktree
  const { tree, code } = await treesOf(world)
  const done = await commitWork(git, {
    dir: path,
    branch,
    tree,
    message: withTrailers(oneLine(subject), trailersOf({ item, stepId: after ?? stepId })),
  })
  if (done === null && world.hasCrashed) await followCommit(git, path)
  const now = await git.text(['rev-parse', `refs/heads/${branch}`])
  if (now === known) return { type: 'recorded', commit: null, tree: code, files: 0 }
  const plain = ['-r', '--no-renames', '--name-only', '-z']
  const changed = await git.lines(['diff-tree', ...plain, known, now])
  await git.must(['update-ref', workRef(item), now])
  return { type: 'recorded', commit: now, tree: code, files: changed.length }
}

/** Host files stay as in the base, whatever an agent did to its copies. */
async function treesOf({ repository: { git }, worktree, item }: InWorktree) {
  const { path, base, from } = worktree
  const merged = await git.run(['merge-base', `refs/heads/${base}`, 'HEAD'], { cwd: path })
  return workingTree(git, {
    dir: path,
    isLeft: isHostFile,
    as: merged.code === 0 ? merged.out.toString('utf8').trim() : `${from}^`,
    notCode: notCodeFor(item),
  })
}

/** A ticked box or a written report must not make a check stale. */
export const notCodeFor = (item: WorkItem): string[] => [
  ...documentRootsBeside(item),
  '.kiro/runtime',
  '.kiro/worktrees',
]

/**
 * Repairs nothing: the user decides about what was found. Returns the last commit that the host
 * knows.
 */
export async function refuseForeignChanges(world: InWorktree): Promise<string> {
  const { repository, worktree, item } = world
  const { git } = repository
  const known = (await git.find(`${workRef(item)}^{commit}`)) ?? worktree.from
  const finding = await worktreeFinding(git, { ...worktree, head: known })
  if (finding !== null) throw new Found(ofForeignChange(finding, worktree, world))
  return known
}

async function lookAtCheckout(world: GitWorld): Promise<GitResult> {
  return { type: 'recorded', commit: null, tree: await codeOfCheckout(world), files: 0 }
}

export async function codeOfCheckout(world: GitWorld): Promise<string> {
  const { git, top, commonDir, prefix } = world.repository
  const into = mkdtempSync(join(tmpdir(), 'sdd-objects-'))
  try {
    return await workingCode(git, {
      dir: top,
      objects: { into, beside: join(commonDir, 'objects') },
      notCode: notCodeFor(world.item).map((path) => `${prefix}${path}`),
    })
  } finally {
    rmSync(into, { recursive: true, force: true })
  }
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
