import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { UiWorld } from './ui-world.ts'

const WHO = ['-c', 'user.name=Me', '-c', 'user.email=me@example.com']

/** The project of a world as a git repository with one commit on `main`. */
export class Repository {
  readonly dir: string

  constructor({ project }: UiWorld) {
    this.dir = project.folders.projectDir
    this.git('init', '-q', '-b', 'main')
    this.write('app.txt', 'one\n')
    this.git('add', 'app.txt')
    this.git('commit', '-q', '-m', 'first')
  }

  git(...args: string[]): string {
    return this.gitIn(this.dir, ...args)
  }

  gitIn(cwd: string, ...args: string[]): string {
    return execFileSync('git', [...WHO, ...args], { cwd, encoding: 'utf8', stdio: 'pipe' }).trim()
  }

  write(path: string, text: string): void {
    writeFileSync(join(this.dir, path), text)
  }
}
