import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GitAct, GitResult } from '../src/contracts/host-steps.ts'
import type { GitContext, WorktreePlace } from '../src/host/workspaces/git-context.ts'
import { performGitAct } from '../src/host/workspaces/perform-git-act.ts'
import { BenchRepository, timed } from './parts/git-repository.ts'
import { peakRssMb, repeat, rowOf } from './parts/row.ts'
import { play } from './parts/worker.ts'

const FILES = 2000
const RUNS = 10
const WARM_UP = 2

/** Integrate, move the base, clean up; compared with the git commands a user would type. */
await play({}, async () => {
  const repository = new BenchRepository(FILES)
  const ours: number[] = []
  const bare: number[] = []
  await repeat({ times: RUNS + WARM_UP, withinMs: 120_000 }, async (index) => {
    const ready = await prepared(repository, `ours-${index}`)
    const figure = await timed(() => deploy(ready))
    const plain = await prepared(repository, `plain-${index}`)
    const floor = await timed(() => byHand(repository, plain.worktree))
    if (index < WARM_UP) return
    ours.push(figure)
    bare.push(floor)
  })
  return [
    rowOf({
      name: `a deploy without conflict, ${FILES} files`,
      unit: 'ms',
      figure: ours,
      floor: bare,
      target: { atMost: 1.5 },
      peakRssMb: { bench: peakRssMb() },
    }),
  ]
})

interface Ready {
  context: GitContext
  worktree: WorktreePlace
}

/** A branch with one change, whose base has moved since. */
async function prepared(repository: BenchRepository, name: string): Promise<Ready> {
  const made = await perform({ type: 'make-workspace' }, repository.context(name))
  if (made.type !== 'workspace') throw new Error(made.type)
  const { type: _, ...worktree } = made
  const context = repository.context(name, worktree)
  writeFileSync(join(worktree.path, 'src/0/file-1.txt'), `${name}\n`)
  await perform({ type: 'record', subject: 'impl' }, context)
  repository.git('commit', '-q', '--allow-empty', '-m', 'main moved')
  return { context, worktree }
}

async function deploy({ context }: Ready): Promise<void> {
  const message = 'Add it'
  const result = await perform({ type: 'integrate', strategy: 'squash', message }, context)
  if (result.type !== 'ready') throw new Error(JSON.stringify(result))
  const { commit, onto } = result
  await perform({ type: 'move-base', commit, onto }, context)
  await perform({ type: 'clean-up' }, context)
}

/** The same result: squash in a scratch worktree, update the checkout, save the work, clean up. */
function byHand(repository: BenchRepository, { path, branch, from }: WorktreePlace): void {
  const scratch = join(repository.dir, '..', 'scratch')
  repository.git('worktree', 'add', '-q', '--detach', scratch, 'main')
  repository.gitIn(scratch, 'merge', '-q', '--squash', '--no-commit', branch)
  repository.gitIn(scratch, 'commit', '-q', '-m', 'Add it')
  const commit = repository.gitIn(scratch, 'rev-parse', 'HEAD')
  // The untracked documents in the checkout would block the merge that adds them.
  repository.git('clean', '-qf', '--', '.kiro/specs')
  repository.git('merge', '-q', '--ff-only', commit)
  repository.git('worktree', 'remove', '--force', scratch)
  repository.git('update-ref', `refs/saved/${branch}-${from}`, branch)
  repository.git('worktree', 'remove', '--force', path)
  repository.git('branch', '-q', '-D', branch)
}

async function perform(act: GitAct, context: GitContext): Promise<GitResult> {
  const result = await performGitAct(act, context)
  if (result.type === 'finding' || result.type === 'in-the-way')
    throw new Error(`${act.type}: ${JSON.stringify(result)}`)
  return result
}
