import { sameItem, specNamed } from '../../src/contracts/work-item.ts'
import { describe, expect, it } from 'vitest'
import type { Effect } from '../../src/core/decide/effects.ts'
import { FaultyHost, type Fault } from '../../src/testkit/faulty-host.ts'
import type { BareCommand } from '../../src/testkit/simulation/simulation.ts'
import { outcome } from '../../src/testkit/simulation/virtual-spec.ts'
import { isLive } from '../../src/core/workflow/rules/allowed-acts.ts'

const START: BareCommand = { type: 'start', go: [], nogo: [], agent: null }
const OVERLOADED = { kind: 'overloaded', retryAt: null } as const

type Play = (host: FaultyHost, launches: number) => boolean

/** What happens to agent number `launches` of the first spec; false: it just does its work. */
const PLAYS: Record<string, Play> = {
  'a whole run': () => false,
  'a stop in mid-run': (host, launches) => {
    if (launches !== 8) return false
    host.command('first', { type: 'stop' })
    return true
  },
  'an instruction that recalls the agent': (host, launches) => {
    if (launches !== 2) return false
    host.command('first', { type: 'tell', text: 'Keep it short.', now: true })
    return true
  },
  'a question and its answer': (host, launches) => {
    const [agent] = host.working('first')
    if (launches !== 3 || !agent) return false
    const { key } = agent.launch
    const question = { id: 'q', tool: 'Bash', summary: 'npm test' }
    host.owner('first').send({ type: 'agent.asked', at: '', key, question, until: null })
    host.command('first', { type: 'answer', answer: 'allow', questionId: null })
    return false
  },
  'a wait for a quota': (host, launches) => {
    const [agent] = host.working('first')
    if (launches !== 2 || !agent) return false
    host.end(agent, outcome({ status: 'failed', cause: 'agent-error', problem: OVERLOADED }))
    return true
  },
  'a timeout': (host, launches) => {
    const [agent] = host.working('first')
    if (launches !== 9 || !agent) return false
    const { key } = agent.launch
    host.owner('first').send({ type: 'step.timed-out', at: '', key, afterMs: 1 })
    return true
  },
  'a host that died': (host, launches) => {
    if (launches !== 8) return false
    host.reopen('first')
    return true
  },
  'commands of a person meanwhile': (host, launches) => {
    if (launches === 1) {
      host.command('first', { type: 'permit', go: [], nogo: ['inspection'] })
      host.command('first', { type: 'budget', usd: 5 })
      host.command('first', START)
    }
    return false
  },
}

/** Two review rounds and a re-run of the first spec, with the second queued behind it. */
async function play(fault: Fault | null, script: Play): Promise<FaultyHost> {
  const host = new FaultyHost(['first', 'second'], fault)
  host.command('first', START)
  await host.drain()
  host.command('second', START)
  await host.drain()
  const played = new Set<number>()
  for (let turn = 0; turn < 200; turn++) {
    host.endWaits()
    const [agent] = [...host.working('first'), ...host.working('second')]
    if (agent) {
      const launches = host.agents.length
      const isPlayed = sameItem(agent.owner.item, specNamed('first')) && !played.has(launches)
      played.add(launches)
      if (!isPlayed || !script(host, launches)) await work(host, agent)
    }
    await host.drain()
    if (!isLive(host.owner('first').state) && !isLive(host.owner('second').state)) break
  }
  return host
}

async function work(host: FaultyHost, agent: FaultyHost['agents'][number]): Promise<void> {
  await host.drain()
  if (agent.ended) return
  const round = agent.launch.round ?? 1
  host.disks.get(agent.owner.item.name)?.perform(agent.launch, {
    writes: true,
    ticks: 2,
    fixRequired: Math.max(0, 2 - round),
    needsDiscussion: 0,
    readable: true,
    go: true,
    spoils: false,
  })
  host.end(agent)
}

function expectNothingHangs(host: FaultyHost, what: string): void {
  const { status } = host.owner('first').state
  expect(isLive(host.owner('first').state), `${what}: the run hangs in ${status}`).toBe(false)
  expect([...host.unanswered], `${what}: a command without an answer`).toEqual([])
  expect(host.owner('second').state.status, `${what}: the queue starves`).toBe('completed')
  if (host.owner('first').state.runId !== null)
    expect(host.settled, `${what}: nobody heard of the end`).toContain('first')
}

describe('an effect that fails', () => {
  it.each(Object.entries(PLAYS))(
    'H2 at every place of a run, once or for good: slot and tree are free, everyone is answered: %s',
    async (_, script) => {
      const good = await play(null, script)
      expectNothingHangs(good, 'nothing failed')
      expect(good.performed.length).toBeGreaterThan(30)
      for (const stays of [false, true])
        for (let at = 1; at <= good.performed.length; at++) {
          const host = await play({ at, stays }, script)
          const type = good.performed[at - 1]
          // Releasing the slot cannot itself fail, but what comes before it can.
          if (type === 'release') continue
          expectNothingHangs(host, `${type} (effect ${at})${stays ? ', and every later one' : ''}`)
        }
    },
  )

  it('H2 every kind of effect is among those that were made to fail', async () => {
    const kinds = new Set<Effect['type']>()
    for (const script of Object.values(PLAYS))
      for (const type of (await play(null, script)).performed) kinds.add(type)
    expect([...kinds].toSorted()).toEqual(
      [
        'acquire-slot',
        'acquire-tree',
        'adopt',
        'answer-agent',
        'arm-timer',
        'arm-wait',
        'cancel-timer',
        'continue-timer',
        'hold-timer',
        'launch',
        'notify',
        'read-facts',
        'release',
        'stop-agent',
        'write-spec',
      ].toSorted(),
    )
  })
})
