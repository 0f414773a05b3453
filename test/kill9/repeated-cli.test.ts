import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import type { JournalType } from '../../src/contracts/journal.ts'
import { CliWorld, type CliProcess } from '../../src/testkit/worlds/cli-world.ts'

const TRAP = fileURLToPath(new URL('trap.mjs', import.meta.url))

interface Trap {
  act: 'write' | 'rename'
  path: string
  text?: string
}

const trapFile = (world: CliWorld): string => join(world.root, 'trap.json')

/** Serves the project and dies as soon as the trap is sprung. */
async function servedWithTrap(world: CliWorld, trap: Trap): Promise<CliProcess> {
  const env = { NODE_OPTIONS: `--import=${TRAP}`, SDD_TRAP: trapFile(world) }
  const host = world.start(['serve', '--no-open'], { env })
  await host.prints('http://')
  writeFileSync(trapFile(world), JSON.stringify(trap))
  return host
}

interface Case {
  args: string[]
  trap: Trap
  /** What there is of it afterwards: once. */
  count: (world: CliWorld) => number
}

const ENTRY_FILE = 'event-log.jsonl'

const leaves = (type: JournalType): Pick<Case, 'trap' | 'count'> => ({
  trap: { act: 'write', path: ENTRY_FILE, text: `"${type}"` },
  count: (world) => world.journal('a').filter((entry) => entry.type === type).length,
})

const filesIn = (world: CliWorld, ...path: string[]): number =>
  readdirSync(join(world.project, '.kiro', ...path)).length

const CASES: Case[] = [
  { args: ['tell', 'a', 'be brief'], ...leaves('instruction.added') },
  { args: ['permit', 'a', '--nogo', 'design'], ...leaves('permission.changed') },
  { args: ['budget', 'a', '--usd', '3'], ...leaves('budget.changed') },
  { args: ['run', 'a', '--nogo', 'design'], ...leaves('run.started') },
  {
    args: ['new', 'b', '--description', 'Another one.'],
    trap: { act: 'rename', path: join('specs', 'b') },
    count: (world) => world.journal('b').length,
  },
  {
    args: ['bug', 'new', 'c', '--description', 'It is wrong.'],
    trap: { act: 'rename', path: join('bugs', 'c') },
    count: (world) => filesIn(world, 'bugs'),
  },
  {
    args: ['archive', 'a'],
    trap: { act: 'rename', path: join('archive', 'a') },
    count: (world) => filesIn(world, 'archive'),
  },
  {
    args: ['delete', 'a', '--yes'],
    trap: { act: 'rename', path: join('runtime', 'trash') },
    count: (world) => filesIn(world, 'runtime', 'trash'),
  },
]

it.each(CASES)(
  'H7 does once what it was told when its host is killed as that appears: $args',
  async ({ args, trap, count }) => {
    await using world = new CliWorld()
    await world.spec('a')
    const host = await servedWithTrap(world, trap)
    const { code, stderr } = await world.sdd(args)
    await host.ended
    expect([code, stderr]).toEqual([0, ''])
    expect(count(world)).toBe(1)
  },
)
