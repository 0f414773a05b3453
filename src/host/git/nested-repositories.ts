import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import type { WritingGit } from './writing-git.ts'

interface Index {
  cwd: string
  index?: string
  objects?: { into: string; beside: string }
}

/**
 * Stages everything except the repositories inside of this one: to look into them, `git add` would
 * start a git under their configuration. The commit that a submodule is at stays as it was staged.
 */
export async function stageAll(git: WritingGit, at: Index): Promise<void> {
  const nested = await nestedIn(git, at)
  const specs = [':(top)', ...nested.map((path) => `:(top,exclude,literal)${path}`)]
  await git.must(['add', '--all', '--pathspec-from-file=-', '--pathspec-file-nul'], {
    ...at,
    input: specs.map((spec) => `${spec}\0`).join(''),
  })
}

const STAGED_REPOSITORY = /^\w 160000 \w+ \d\t/
const UNTRACKED_FOLDER = /^\? (.*)\/$/s

/** Untracked ones, which git lists as one folder, and submodules that are filled. */
async function nestedIn(git: WritingGit, at: Index): Promise<string[]> {
  const listed = ['-t', '--stage', '--others', '--exclude-standard', '-z']
  const lines = await git.lines(['ls-files', ...listed], at)
  return lines.flatMap((line) => {
    const untracked = UNTRACKED_FOLDER.exec(line)?.[1]
    if (untracked !== undefined) return [untracked]
    const [start] = STAGED_REPOSITORY.exec(line) ?? []
    if (start === undefined) return []
    const path = line.slice(start.length)
    // A submodule that was deleted is staged like any deleted file.
    const stat = lstatSync(join(at.cwd, path), { throwIfNoEntry: false })
    return stat?.isDirectory() === true ? [path] : []
  })
}
