import { describe, expect, it } from 'vitest'
import type { CommandId } from '../../contracts/ids.ts'
import { commandTable, type CommandName } from '../../contracts/commands.ts'
import { COMMAND_CASES, failed, stopped } from '../../testkit/simulation/command-cases.ts'
import { isLive } from '../workflow/rules/allowed-acts.ts'
import { Simulation, type BareCommand } from '../../testkit/simulation/simulation.ts'

interface Case {
  before: (world: Simulation) => void
  command: BareCommand
}

/** Every command of the table, and those that more follows in the same act. */
const CASES: [string, Case][] = [
  ...(Object.keys(commandTable) as CommandName[]).map((name): [string, Case] => [
    name,
    COMMAND_CASES[name],
  ]),
  ['reset, then start', { before: failed, command: { type: 'reset', andThen: 'start' } }],
  [
    'approve, then resume',
    {
      before: stopped,
      command: { type: 'approve', phase: 'requirements', andThen: 'resume' },
    },
  ],
  [
    'tell, then resume',
    { before: stopped, command: { type: 'tell', text: 'Go on.', now: false, andThen: 'resume' } },
  ],
]

interface Given {
  world: Simulation
  id: CommandId
  /** Entries before the command. */
  known: number
}

function given({ before, command }: Case): Given {
  const world = new Simulation()
  before(world)
  const known = world.journal.length
  return { world, id: world.command(command), known }
}

/** Without what recovery adds: a step whose agent was never started is launched again. */
const written = ({ world, known }: Given): string[] =>
  world.journal
    .slice(known)
    .map(({ type }) => type)
    .filter((type) => type !== 'run.recovered' && !/^(?:step|agent)\.(?:started|ended)$/.test(type))

const ofCommand = ({ world, id }: Given) =>
  world.journal.filter(({ command }) => command?.id === id)

describe('a command that arrives twice', () => {
  it.each(CASES)('H7 is decided once when both are there at once: %s', (_, one) => {
    const undisturbed = given(one)
    undisturbed.world.drain()
    const twice = given(one)
    twice.world.sendAgain(twice.id)
    twice.world.drain()
    expect(written(twice)).toEqual(written(undisturbed))
    expect(ofCommand(twice)).toHaveLength(1)
    expect(twice.world.replies.get(twice.id)).toEqual(undisturbed.world.replies.get(undisturbed.id))
    expect(twice.world.disk.specJson).toEqual(undisturbed.world.disk.specJson)
  })

  it.each(CASES)(
    'H7 is decided once when the host dies at any effect in between: %s',
    (name, one) => {
      const undisturbed = given(one)
      let steps = 0
      while (undisturbed.world.step()) steps++
      for (let survived = 0; survived <= steps; survived++) {
        const killed = given(one)
        const { world, id } = killed
        for (let step = 0; step < survived; step++) world.step()
        const first = ofCommand(killed)[0]?.command
        restarted(world)
        world.sendAgain(id)
        world.drain()
        const reply = world.replies.get(id)
        // The agent that asked has to ask the next host again.
        const isAskedAgain = name === 'answer' && first === undefined && reply?.ok === false
        if (isAskedAgain) continue
        const [only, ...others] = ofCommand(killed)
        expect([survived, others]).toEqual([survived, []])
        expect([survived, reply]).toEqual([survived, { ok: true, value: only?.command?.answer }])
        if (first !== undefined) expect(only?.command).toEqual(first)
        expect([survived, written(killed)]).toEqual([survived, written(undisturbed)])
        expect([survived, world.disk.specJson]).toEqual([survived, undisturbed.world.disk.specJson])
      }
    },
  )
})

/** A host that opens an idle item leaves spec.json as the crash has left it. */
function restarted(world: Simulation): void {
  const { specJson } = world.disk
  world.crash()
  world.restart()
  if (!isLive(world.state)) world.disk.specJson = specJson
  world.drain()
}
