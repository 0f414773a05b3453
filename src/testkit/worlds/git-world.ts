import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { GitAct, GitResult } from '../../contracts/host-steps.ts'
import { specNamed, type WorkItem } from '../../contracts/work-item.ts'
import { WritingGit } from '../../host/git/writing-git.ts'
import type { GitContext, WorktreePlace } from '../../host/workspaces/git-context.ts'
import { performGitAct } from '../../host/workspaces/perform-git-act.ts'

/** A real repository with one commit and a spec, and the user's home folder next to it. */
export class GitWorld {
  readonly root = mkdtempSync(join(tmpdir(), 'sdd-git-'))
  readonly dir = join(this.root, 'repo')
  readonly item: WorkItem = specNamed('login')
  #steps = 0

  constructor(format: 'sha1' | 'sha256' = 'sha1') {
    mkdirSync(this.dir)
    this.git('init', '-q', '-b', 'main', `--object-format=${format}`)
    this.put('src/app.txt', 'one\n')
    this.put('other.txt', 'other\n')
    this.commit('first')
    this.put('.kiro/specs/login/requirements.md', '# R\n')
    this.put('.kiro/specs/login/tasks.md', '- [ ] 1. x\n')
    this.put('.kiro/specs/login/spec.json', '{}')
    this.put('.kiro/specs/login/event-log.jsonl', '{}\n')
    this.put('.kiro/runtime/.gitignore', '*\n')
  }

  get env(): NodeJS.ProcessEnv {
    return { PATH: `${join(this.root, 'bin')}:${process.env['PATH']}`, HOME: this.root }
  }

  context(more: Partial<GitContext> = {}): GitContext {
    const kiroDir = join(this.dir, '.kiro')
    return {
      folders: { projectDir: this.dir, kiroDir, runtimeDir: join(kiroDir, 'runtime') },
      env: this.env,
      item: this.item,
      stepId: `step_test_${++this.#steps}`,
      worktree: null,
      settings: { baseBranch: null, root: null, copy: [] },
      ...more,
    }
  }

  act(act: GitAct, more: Partial<GitContext> = {}): Promise<GitResult> {
    return performGitAct(act, this.context(more))
  }

  /** Fails unless the act ends with this result. */
  async expect<T extends GitResult['type']>(
    type: T,
    act: GitAct,
    more: Partial<GitContext> = {},
  ): Promise<Extract<GitResult, { type: T }>> {
    const result = await this.act(act, more)
    if (result.type !== type) throw new Error(`${act.type}: ${JSON.stringify(result)}`)
    return result as Extract<GitResult, { type: T }>
  }

  async worktree(more: Partial<GitContext> = {}): Promise<WorktreePlace> {
    const { type: _, ...place } = await this.expect('workspace', { type: 'make-workspace' }, more)
    return place
  }

  opened(): Promise<WritingGit> {
    return WritingGit.open(this.dir, { env: this.env })
  }

  git(...args: string[]): string {
    return this.gitIn(this.dir, ...args)
  }

  gitIn(cwd: string, ...args: string[]): string {
    return execFileSync('git', ['-c', 'user.name=Me', '-c', 'user.email=me@example.com', ...args], {
      cwd,
      env: { PATH: process.env['PATH'], HOME: this.root },
      encoding: 'utf8',
      stdio: 'pipe',
    }).trim()
  }

  commit(message: string, dir = this.dir): string {
    this.gitIn(dir, 'add', '-A')
    this.gitIn(dir, 'commit', '-q', '-m', message)
    return this.gitIn(dir, 'rev-parse', 'HEAD')
  }

  put(path: string, content: string, dir = this.dir): void {
    mkdirSync(dirname(join(dir, path)), { recursive: true })
    writeFileSync(join(dir, path), content)
  }

  read(path: string, dir = this.dir): string {
    return readFileSync(join(dir, path), 'utf8')
  }

  has(path: string, dir = this.dir): boolean {
    return existsSync(join(dir, path))
  }

  status(dir = this.dir): string[] {
    const text = this.gitIn(dir, 'status', '--porcelain', '--untracked-files=all')
    return text === '' ? [] : text.split('\n').map((line) => line.trim())
  }

  /** Installs a program for the user, found before any other of that name. */
  program(name: string, script: string): void {
    this.put(`bin/${name}`, `#!/bin/sh\n${script}\n`, this.root)
    chmodSync(join(this.root, 'bin', name), 0o755)
  }

  /** Every file except git's own, with its content. */
  manifest(dir = this.dir, below = ''): Record<string, string> {
    const found: Record<string, string> = {}
    for (const entry of readdirSync(join(dir, below), { withFileTypes: true })) {
      const path = join(below, entry.name)
      if (path === '.git') continue
      if (entry.isDirectory()) Object.assign(found, this.manifest(dir, path))
      else found[path] = readFileSync(join(dir, path), 'latin1')
    }
    return found
  }

  [Symbol.dispose](): void {
    rmSync(this.root, { recursive: true, force: true })
  }
}
