import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { safeName } from '../items/safe-name.ts'
import { rawTree } from './raw-tree.ts'
import { writeTreeFiles } from './tree-files.ts'
import type { WritingGit } from './writing-git.ts'
import { entriesIn, namesIn } from '../files/own-files.ts'

const ROOT = 'refs/sdd/saved'

export interface SavedItem {
  kind: 'spec' | 'bug'
  name: string
}

export interface SavedWork {
  ref: string
  commit: string
  /** What the host was about to do. */
  why: string
  at: string
}

interface SavePlan {
  item: SavedItem
  /** The working tree to be saved. */
  dir: string
  why: string
  /** Who saved it and for what. */
  trailers?: Record<string, string>
  /** Saved even if git ignores them. */
  always?: readonly string[]
  /** Saves the commit even if nothing differs from it: its branch is about to be deleted. */
  withCommit?: boolean
}

export interface Saved {
  ref: string
  /** Files that git ignores: listed, not saved. */
  ignored: string[]
}

/**
 * Saves a working tree as a commit outside all branches: tracked and untracked files byte for byte,
 * with what is staged as its second parent. Null when nothing differs from HEAD.
 */
export async function saveWork(
  git: WritingGit,
  { item, dir, why, trailers = {}, always = [], withCommit = false }: SavePlan,
): Promise<Saved | null> {
  const at = { cwd: dir }
  const head = await git.find('HEAD^{commit}', at)
  const changed = [...new Set([...(await changedPaths(git, dir, head)), ...always])]
  const staged = await stagedTree(git, dir, head)
  const ignored = await git.lines(
    ['ls-files', '--others', '--ignored', '--exclude-standard', '--directory', '-z'],
    at,
  )
  if (changed.length === 0 && staged === null && !withCommit) return null
  const message = messageOf(why, { ignored, trailers })
  const commit = await inScratch(async (index) => {
    const tree = await rawTree(git, { dir, paths: changed, over: head, index })
    const indexCommit =
      staged === null ? null : await commitTree(git, staged, { parents: [head], message: 'staged' })
    return commitTree(git, tree, { parents: [head, indexCommit], message })
  })
  return { ref: await nextRef(git, item, commit), ignored }
}

const MAX_NAMED = 100

function messageOf(
  why: string,
  { ignored, trailers }: { ignored: readonly string[]; trailers: Record<string, string> },
): string {
  const named = ignored.slice(0, MAX_NAMED).map((path) => `- ${JSON.stringify(path)}`)
  const rest = ignored.length > MAX_NAMED ? [`- and ${ignored.length - MAX_NAMED} more`] : []
  const body = named.length === 0 ? [] : ['', 'Not saved, because git ignores them:', ...named]
  const tail = Object.entries(trailers).map(([key, value]) => `${key}: ${value}`)
  return [why, ...body, ...rest, ...(tail.length === 0 ? [] : ['', ...tail]), ''].join('\n')
}

/** Saves the commit of a branch that has no working tree, with the reason. */
export async function saveCommit(
  git: WritingGit,
  { item, commit, why, trailers }: Omit<SavePlan, 'dir'> & { commit: string },
): Promise<string> {
  const tree = await git.text(['rev-parse', `${commit}^{tree}`])
  const message = messageOf(why, { ignored: [], trailers: trailers ?? {} })
  return nextRef(git, item, await commitTree(git, tree, { parents: [commit], message }))
}

/** The ref that an interrupted act of this step has already saved, or null. */
export async function savedBy(
  git: WritingGit,
  { kind, name }: SavedItem,
  step: string,
): Promise<string | null> {
  const format = '--format=%(refname)%00%(contents:trailers:key=Sdd-Step,valueonly,separator=)'
  const text = await git.text(['for-each-ref', format, `${ROOT}/${kind}/${safeName(name)}`])
  const found = text.split('\n').map((line) => line.split('\0'))
  return found.findLast(([, savedStep]) => savedStep?.trim() === step)?.[0] ?? null
}

/** Newest first. */
export async function listSaved(git: WritingGit): Promise<SavedWork[]> {
  const format =
    '--format=%(refname)%00%(objectname)%00%(contents:subject)%00%(committerdate:iso-strict)'
  const text = await git.text(['for-each-ref', '--sort=-committerdate', format, ROOT])
  return text.split('\n').flatMap((line) => {
    const [ref = '', commit = '', why = '', at = ''] = line.split('\0')
    return ref === '' ? [] : [{ ref, commit, why, at }]
  })
}

export const isSavedRef = (ref: string): boolean =>
  /^refs\/sdd\/saved\/(spec|bug)\/[^/]+\/[1-9]\d*$/.test(ref) && !ref.includes('..')

const MAX_DIFF_CHARS = 2_000_000

/** Its difference from the commit it was saved on. */
export async function savedDiff(git: WritingGit, ref: string) {
  const plain = ['--no-ext-diff', '--no-textconv', '--no-color', '--no-renames']
  const parents = (await git.text(['log', '-1', '--format=%P', ref])).split(' ')
  const [parent = ''] = parents
  const empty = await git.text(['hash-object', '-t', 'tree', '--stdin'], { input: '' })
  const text = await git.text(['diff', ...plain, parent === '' ? empty : parent, ref, '--'])
  const diff = text.slice(0, MAX_DIFF_CHARS)
  return {
    diff: diff.length < text.length ? diff.slice(0, diff.lastIndexOf('\n') + 1) : diff,
    truncated: diff.length < text.length,
    files: (await git.lines(['ls-tree', '-r', '-z', '--name-only', '--full-tree', ref])).length,
    hasStaged: parents.length > 1,
  }
}

/** Restores into a folder that is missing or empty. */
export async function restoreSaved(git: WritingGit, ref: string, to: string): Promise<number> {
  if (existsSync(to) && namesIn(to).length > 0) throw new RestoreRefused(to)
  const listed = await git.lines(['ls-tree', '-r', '-z', '--full-tree', ref])
  const files = listed.map((line) => {
    const [meta, path] = splitTab(line)
    const [mode = '', , blob = ''] = meta.split(' ')
    return { mode, blob, path }
  })
  await writeTreeFiles(git, to, files)
  return listed.length
}

/** Creates a branch at the saved commit. */
export async function branchFromSaved(git: WritingGit, ref: string, branch: string): Promise<void> {
  await git.must(['check-ref-format', '--branch', branch])
  await git.must([
    'update-ref',
    `refs/heads/${branch}`,
    await git.text(['rev-parse', ref]),
    git.noObject,
  ])
}

export async function dropSaved(git: WritingGit, { ref, commit }: SavedWork): Promise<void> {
  await git.must(['update-ref', '-d', ref, commit])
}

export class RestoreRefused extends Error {
  constructor(path: string) {
    super(`${path} is not empty: name a folder that does not exist yet`)
  }
}

/** Paths that differ from the commit or are untracked, also those in nested repositories. */
export async function changedPaths(
  git: WritingGit,
  dir: string,
  head: string | null,
): Promise<string[]> {
  const at = { cwd: dir }
  const top = await git.text(['rev-parse', '--show-cdup'], at)
  if (top !== '') throw new Error(`${dir} is not the top of its working tree`)
  const against =
    head ?? (await git.text(['hash-object', '-t', 'tree', '--stdin'], { ...at, input: '' }))
  const plain = ['--no-ext-diff', '--no-renames', '--ignore-submodules=all', '--name-only', '-z']
  const tracked = await git.lines(['diff', ...plain, against, '--'], at)
  const others = await git.lines(['ls-files', '--others', '--exclude-standard', '-z'], at)
  const nested = others
    .filter((path) => path.endsWith('/'))
    .flatMap((path) => filesBelow(dir, path))
  return [...new Set([...tracked, ...others.filter((path) => !path.endsWith('/')), ...nested])]
}

/** Git lists a nested repository as one folder, but its files must be saved like any other. */
function filesBelow(dir: string, folder: string): string[] {
  return entriesIn(join(dir, folder), dir).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.name === '.git') return []
    return entry.isDirectory() ? filesBelow(dir, path) : [path]
  })
}

/** Null when nothing is staged beyond the commit. */
async function stagedTree(
  git: WritingGit,
  dir: string,
  head: string | null,
): Promise<string | null> {
  const { code, out } = await git.run(['write-tree'], { cwd: dir })
  // An index with conflicts has no tree; its files are saved as they are on disk.
  if (code !== 0) return null
  const tree = out.toString('utf8').trim()
  const before = head === null ? null : await git.text(['rev-parse', `${head}^{tree}`])
  const isEmpty = before === null && (await git.text(['ls-tree', tree])) === ''
  return tree === before || isEmpty ? null : tree
}

interface CommitPlan {
  parents: readonly (string | null)[]
  message: string
}

export function commitTree(
  git: WritingGit,
  tree: string,
  { parents, message }: CommitPlan,
): Promise<string> {
  const given = parents.flatMap((parent) => (parent === null ? [] : ['-p', parent]))
  return git.text(['commit-tree', tree, ...given, '-F', '-'], { input: message })
}

/** Takes the first free number; two saves at the same moment get different ones. */
async function nextRef(
  git: WritingGit,
  { kind, name }: SavedItem,
  commit: string,
): Promise<string> {
  const folder = `${ROOT}/${kind}/${safeName(name)}`
  const listed = await git.text(['for-each-ref', '--format=%(refname:lstrip=5)', folder])
  let number = Math.max(0, ...listed.split('\n').map(Number).filter(Number.isInteger)) + 1
  for (;;) {
    const ref = `${folder}/${number}`
    if ((await git.run(['update-ref', ref, commit, git.noObject])).code === 0) return ref
    if ((await git.find(ref)) === null) await git.must(['update-ref', ref, commit, git.noObject])
    number += 1
  }
}

export async function inScratch<T>(act: (index: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'sdd-index-'))
  try {
    return await act(join(folder, 'index'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** At the first one: the path behind it may contain more. */
export const splitTab = (line: string): [string, string] => {
  const at = line.indexOf('\t')
  return [line.slice(0, at), line.slice(at + 1)]
}
