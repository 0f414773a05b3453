import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { WorkItem } from '../../contracts/work-item.ts'
import { ProjectWorld, type WorldOptions } from './project-world.ts'

/** A project that is a repository with one commit on `main`. */
export class RepositoryWorld extends ProjectWorld {
  constructor(options: WorldOptions = {}) {
    super({ ...options, config: { worktree: true, ...options.config } })
    this.git('init', '-q', '-b', 'main')
    this.put('app.txt', 'one\n')
    this.put('.gitignore', 'ignored.txt\n')
    this.git('add', 'app.txt', '.gitignore')
    this.git('commit', '-q', '-m', 'first')
  }

  put(file: string, text: string, dir = this.folders.projectDir): void {
    const path = join(dir, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }

  git(...args: string[]): string {
    return this.gitIn(this.folders.projectDir, ...args)
  }

  gitIn(cwd: string, ...args: string[]): string {
    const who = ['-c', 'user.name=Me', '-c', 'user.email=me@example.com']
    return execFileSync('git', [...who, ...args], { cwd, encoding: 'utf8', stdio: 'pipe' }).trim()
  }

  worktree({ name }: WorkItem): string {
    return join(this.folders.projectDir, '.kiro/worktrees/specs', name)
  }

  live(item: WorkItem, file: string): string {
    return join(this.worktree(item), '.kiro/specs', item.name, file)
  }
}
