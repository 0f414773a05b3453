import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { specNamed } from '../../src/contracts/work-item.ts'
import type { GitContext, WorktreePlace } from '../../src/host/workspaces/git-context.ts'
import { workFolder } from './worker.ts'

const WHO = ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.com']

export class BenchRepository {
  readonly dir = join(workFolder(), 'repository')
  readonly env = { PATH: process.env['PATH'], HOME: workFolder() }

  /** Creates this many small files, a hundred per folder. */
  constructor(files: number) {
    for (let index = 0; index < files; index++) {
      const folder = join(this.dir, 'src', String(Math.floor(index / 100)))
      if (index % 100 === 0) mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, `file-${index}.txt`), `${index}\n`.repeat(30))
    }
    this.git('init', '-q', '-b', 'main')
    this.git('add', '-A')
    this.git('commit', '-q', '-m', 'first')
  }

  git(...args: string[]): string {
    return this.gitIn(this.dir, ...args)
  }

  gitIn(cwd: string, ...args: string[]): string {
    return execFileSync('git', [...WHO, ...args], { cwd, env: this.env, encoding: 'utf8' }).trim()
  }

  /** Creates a spec with a document, and returns what a git act on it needs. */
  context(name: string, worktree: WorktreePlace | null = null): GitContext {
    const kiroDir = join(this.dir, '.kiro')
    const specDir = join(kiroDir, 'specs', name)
    mkdirSync(specDir, { recursive: true })
    writeFileSync(join(specDir, 'tasks.md'), '- [ ] 1. x\n')
    return {
      folders: { projectDir: this.dir, kiroDir, runtimeDir: join(kiroDir, 'runtime') },
      env: this.env,
      item: specNamed(name),
      stepId: `step_bench_${name}`,
      worktree,
      settings: { baseBranch: 'main', root: null, copy: [] },
    }
  }
}

export async function timed(act: () => unknown): Promise<number> {
  const began = performance.now()
  await act()
  return performance.now() - began
}
