import { execFile, execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const FILES = 200

export function initRepository(dir: string): void {
  mkdirSync(join(dir, 'src'), { recursive: true })
  for (let index = 0; index < FILES; index++)
    writeFileSync(join(dir, 'src', `file-${index}.txt`), `${index}\n`.repeat(30))
  const git = (...args: string[]): unknown => execFileSync('git', [...WHO, ...args], { cwd: dir })
  git('init', '-q', '-b', 'main')
  git('add', 'src')
  git('commit', '-q', '-m', 'first')
}

const WHO = ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.com']
const run = promisify(execFile)

/** What a host asks git each time: configuration, repository, changes, and the tree of the code. */
export async function lookAtCheckout(dir: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sdd-look-'))
  const index = join(folder, 'index')
  const env = { ...process.env, GIT_INDEX_FILE: index, GIT_OBJECT_DIRECTORY: folder }
  const beside = { ...env, GIT_ALTERNATE_OBJECT_DIRECTORIES: join(dir, '.git/objects') }
  await run('git', ['config', '--list', '--show-scope', '-z'], { cwd: dir })
  await run('git', ['rev-parse', '--show-toplevel', '--git-common-dir'], { cwd: dir })
  await run('git', ['status', '--porcelain=v2', '-z', '--untracked-files=all'], { cwd: dir })
  copyFileSync(join(dir, '.git/index'), index)
  await run('git', ['add', '--all'], { cwd: dir, env: beside })
  await run('git', ['rm', '-r', '-q', '--cached', '--ignore-unmatch', '.kiro'], {
    cwd: dir,
    env: beside,
  })
  await run('git', ['write-tree'], { cwd: dir, env: beside })
  rmSync(folder, { recursive: true })
}
