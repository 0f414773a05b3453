import { copyFileSync, existsSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { HOST_FOLDERS } from '../../core/formats/layouts.ts'
import { stageAll } from './nested-repositories.ts'
import { commitTree, inScratch, splitTab } from './saved-work.ts'
import type { WritingGit } from './writing-git.ts'

interface CodeRequest {
  /** The top of the working tree. */
  dir: string
  objects?: { into: string; beside: string }
  /** Folders that are left out of the code fingerprint. */
  notCode: readonly string[]
}

interface TreeRequest extends CodeRequest {
  /** Paths whose content is taken from the commit `as`, not from the disk. */
  isLeft: (path: string) => boolean
  as: string
}

export interface WorkingTree {
  /** Tracked and untracked files, without what git ignores. */
  tree: string
  /** Like `tree`, but without the `notCode` folders. */
  code: string
}

/** Writes the working tree as git trees. */
export async function workingTree(git: WritingGit, request: TreeRequest): Promise<WorkingTree> {
  return withAllStaged(git, request, async (own) => {
    await putBack(git, own, request)
    const tree = await git.text(['write-tree'], own)
    return { tree, code: await codeOf(git, own, request) }
  })
}

export async function workingCode(git: WritingGit, request: CodeRequest): Promise<string> {
  return withAllStaged(git, request, (own) => codeOf(git, own, request))
}

interface OwnIndex {
  cwd: string
  index: string
}

/**
 * Stages everything in a private index, so that the user's staged or half-done work neither matters
 * nor changes. It is a copy of the real one, so that git need not read unchanged files.
 */
async function withAllStaged<T>(
  git: WritingGit,
  { dir, objects }: CodeRequest,
  act: (own: OwnIndex) => Promise<T>,
): Promise<T> {
  return inScratch(async (index) => {
    const own = { cwd: dir, index, ...(objects === undefined ? {} : { objects }) }
    const real = join(git.placeOf(dir).gitDir, 'index')
    if (existsSync(real)) copyIndex(real, index)
    else await git.must(['read-tree', '--empty'], own)
    await stageAll(git, own)
    return act(own)
  })
}

async function codeOf(git: WritingGit, own: OwnIndex, { notCode }: CodeRequest): Promise<string> {
  const out = notCode.map((path) => `:(top,literal)${path}`)
  const quietly = ['-r', '--force', '--quiet', '--cached', '--ignore-unmatch']
  await git.must(['rm', ...quietly, '--', ...out], own)
  return git.text(['write-tree'], own)
}

/**
 * Keeps the time, never rounded up: git re-reads files that are as new as the index, because time
 * and size alone do not show a change within one clock tick.
 */
function copyIndex(from: string, to: string): void {
  copyFileSync(from, to)
  const seconds = Math.floor(statSync(from).mtimeMs) / 1000
  utimesSync(to, seconds, seconds)
}

/** Restores protected files, even where an agent has committed or staged them itself. */
async function putBack(git: WritingGit, own: OwnIndex, { isLeft, as }: TreeRequest): Promise<void> {
  const now = (
    await git.lines(['ls-files', '-z', '--', ...HOST_FOLDERS.map((top) => `:(top)${top}`)], own)
  ).filter(isLeft)
  const before = new Map<string, string>()
  const listed = await git.lines(
    ['ls-tree', '-r', '-z', '--full-tree', as, ...HOST_FOLDERS.map((top) => `${top}/`)],
    own,
  )
  for (const line of listed) {
    const [meta, path] = splitTab(line)
    const [mode = '', , hash = ''] = meta.split(' ')
    if (isLeft(path)) before.set(path, `${mode} ${hash}`)
  }
  if (now.length === 0 && before.size === 0) return
  const away = now.filter((path) => !before.has(path))
  const gone = away.map((path) => `0 ${git.noObject}\t${path}\0`)
  const kept = Array.from(before, ([path, entry]) => `${entry}\t${path}\0`)
  await git.must(['update-index', '-z', '--index-info'], {
    ...own,
    input: [...gone, ...kept].join(''),
  })
}

interface WorkPlan {
  dir: string
  branch: string
  tree: string
  message: string
}

/** Makes one commit; the branch moves only from the commit read here. Null if nothing changed. */
export async function commitWork(
  git: WritingGit,
  { dir, branch, tree, message }: WorkPlan,
): Promise<string | null> {
  const ref = `refs/heads/${branch}`
  const head = await git.text(['rev-parse', '--verify', `${ref}^{commit}`])
  if (tree === (await git.text(['rev-parse', `${head}^{tree}`]))) return null
  const commit = await commitTree(git, tree, { parents: [head], message })
  await git.must(['update-ref', ref, commit, head])
  await followCommit(git, dir)
  return commit
}

/** Updates only the index; otherwise `git status` there would show the commit undone. */
export async function followCommit(git: WritingGit, dir: string): Promise<void> {
  await git.must(['reset', '--quiet', '--mixed'], { cwd: dir })
}

/** Uses the format that `git interpret-trailers` reads. */
export function withTrailers(subject: string, trailers: Record<string, string>): string {
  const lines = Object.entries(trailers).map(([key, value]) => `${key}: ${oneLine(value)}`)
  return `${subject.trim()}\n\n${lines.join('\n')}\n`
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
