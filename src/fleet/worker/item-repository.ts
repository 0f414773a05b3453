import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { refuseLinks, replaceFile } from '../../host/files/own-files.ts'
import { addWorktree, enterWorktree, removeWorktree, worktreeAt } from '../../host/git/worktree.ts'
import { WritingGit } from '../../host/git/writing-git.ts'
import type { Workspace } from '../../contracts/host-steps.ts'

interface RepoParts {
  dir: string
  mirror: WritingGit
  env: NodeJS.ProcessEnv
}

/** Each item has its own repository with the mirror's objects, so items never block each other. */
export async function openItemRepository({ dir, mirror, env }: RepoParts): Promise<WritingGit> {
  if (!existsSync(join(dir, '.git', 'HEAD'))) {
    rmSync(dir, { recursive: true, force: true })
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    await WritingGit.init(dir, { env })
  }
  replaceFile(
    join(dir, '.git', 'objects', 'info', 'alternates'),
    `${join(mirror.dir, 'objects')}\n`,
    { below: dir },
  )
  return WritingGit.open(dir, { env })
}

interface WorktreeState {
  commit: string
  branch: string
  workspace: Workspace
}

/**
 * Removes what an earlier attempt left there. Ignored files stay, as a cache, and so do the item's
 * worktrees with what is installed in them.
 */
export async function checkOut(git: WritingGit, dir: string, commit: string): Promise<void> {
  await git.must(['checkout', '--quiet', '--force', '--detach', commit], { cwd: dir })
  await git.must(['clean', '--quiet', '-ffd', '--exclude=/.kiro/worktrees/'], { cwd: dir })
}

/** Makes the item's worktree match its branch; removes it where the item has none. */
export async function placeWorktree(
  git: WritingGit,
  path: string,
  { commit, branch, workspace }: WorktreeState,
): Promise<void> {
  const ref = `refs/heads/${branch}`
  // The commit that was just checked out may have a link where worktrees are made.
  refuseLinks(path)
  if (workspace.kind === 'checkout') {
    await removeWorktree(git, path)
    await git.run(['update-ref', '-d', ref])
    return
  }
  if (!(await isUsable(git, path))) await forget(git, path)
  if ((await worktreeAt(git, path)) !== null) await checkOut(git, path, commit)
  await git.must(['update-ref', ref, commit])
  if ((await worktreeAt(git, path)) === null) return addWorktree(git, { path, branch })
  await git.must(['symbolic-ref', 'HEAD', ref], { cwd: path })
}

/** Prepares the scratch worktree of a deploy, which another worker may have made ready. */
export async function placeScratch(git: WritingGit, path: string, commit: string): Promise<void> {
  refuseLinks(path)
  if (!(await isUsable(git, path))) await forget(git, path)
  if ((await worktreeAt(git, path)) === null) await enterWorktree(git, path, { commit })
  await checkOut(git, path, commit)
}

/** False when git was killed while making it, or something half done is left there. */
async function isUsable(git: WritingGit, path: string): Promise<boolean> {
  if (!existsSync(join(path, '.git'))) return false
  return (await git.run(['rev-parse', '--verify', '--quiet', 'HEAD'], { cwd: path })).code === 0
}

async function forget(git: WritingGit, path: string): Promise<void> {
  rmSync(path, { recursive: true, force: true })
  await git.must(['worktree', 'prune', '--expire=now'])
}
