import { join } from 'node:path'
import { performGitAct } from '../src/host/workspaces/perform-git-act.ts'
import { BenchRepository, timed } from './parts/git-repository.ts'
import { peakRssMb, repeat, rowOf } from './parts/row.ts'
import { play } from './parts/worker.ts'

const FILES = 20_000
const RUNS = 8
const WARM_UP = 1

/** Worktree, branch and first commit of an item, compared with `git worktree add` alone. */
await play({}, async () => {
  const repository = new BenchRepository(FILES)
  const ours: number[] = []
  const bare: number[] = []
  await repeat({ times: RUNS + WARM_UP, withinMs: 120_000 }, async (index) => {
    const context = repository.context(`item-${index}`)
    const act = { type: 'make-workspace' } as const
    let path = ''
    const figure = await timed(async () => {
      const result = await performGitAct(act, context)
      if (result.type !== 'workspace') throw new Error(JSON.stringify(result))
      path = result.path
    })
    const plain = join(repository.dir, '..', `plain-${index}`)
    const floor = await timed(() =>
      repository.git('worktree', 'add', '-q', '-b', `plain-${index}`, plain, 'main'),
    )
    for (const one of [path, plain]) repository.git('worktree', 'remove', '--force', one)
    if (index < WARM_UP) return
    ours.push(figure)
    bare.push(floor)
  })
  return [
    rowOf({
      name: `a worktree in a repository of ${FILES} files`,
      unit: 'ms',
      figure: ours,
      floor: bare,
      target: { atMost: 1.3 },
      peakRssMb: { bench: peakRssMb() },
    }),
  ]
})
