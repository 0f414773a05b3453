import { specNamed } from '../../src/contracts/work-item.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { CommandId, RunId } from '../../src/contracts/ids.ts'
import type { JournalEntry } from '../../src/contracts/journal.ts'
import type { Launch } from '../../src/core/decide/effects.ts'
import type { Command } from '../../src/contracts/commands.ts'
import { evolve, initialState } from '../../src/core/state/evolve.ts'
import { applyEntry } from '../../src/core/spec/apply-entry.ts'
import { failureOf } from '../../src/host/runs/failure-words.ts'
import { RunFold } from '../../src/host/journal/run-fold.ts'
import { SpecOwner, type OuterEffect, type Performer } from '../../src/host/runs/owner.ts'
import { JournalMemory, MemoryJournal } from '../../src/testkit/ports/memory-journal.ts'
import type { BareCommand } from '../../src/testkit/simulation/simulation.ts'
import { outcome, VirtualSpec } from '../../src/testkit/simulation/virtual-spec.ts'

const AT = '2026-01-01T00:00:00.000Z'
const GOOD = {
  writes: true,
  ticks: 3,
  fixRequired: 0,
  needsDiscussion: 0,
  readable: true,
  go: true,
  spoils: false,
}

interface Agent {
  launch: Launch
  ended: boolean
}

/** The real owner and journal over a virtual disk; the scheduler orders every wait. */
class ScheduledHost {
  readonly disk = new VirtualSpec()
  readonly memory = new JournalMemory()
  readonly agents = new Map<string, Agent>()
  readonly problems: string[] = []
  owner: SpecOwner
  #life = 0
  #ids = 0
  readonly #scheduler: fc.Scheduler

  constructor(scheduler: fc.Scheduler) {
    this.#scheduler = scheduler
    this.owner = this.#open()
  }

  send(command: BareCommand): void {
    const commandId = `cmd-${++this.#ids}` as CommandId
    const runId = `run_${++this.#ids}` as RunId
    this.owner.send({ ...command, commandId, runId, at: AT } as Command)
  }

  /** kill -9 and a new host: whatever the old one had pending never happens. */
  restart(): void {
    this.#life++
    this.owner = this.#open()
    const { status, step } = this.owner.state
    this.disk.specJson = this.journal().reduce(applyEntry, this.disk.specJson)
    if (status === 'running' || status === 'queued') this.send({ type: 'recover' })
    else if (step) this.#kill(step.agentId)
  }

  journal(): readonly JournalEntry[] {
    return this.memory.entries
  }

  working(): Agent[] {
    return [...this.agents.values()].filter((agent) => !agent.ended)
  }

  end(agent: Agent): void {
    if (agent.ended) return
    this.disk.perform(agent.launch, GOOD)
    agent.ended = true
    this.#tellEnd(agent)
  }

  #open(): SpecOwner {
    const sync = () => this.#scheduler.schedule(Promise.resolve(), 'sync')
    const journal = new MemoryJournal(this.memory, sync)
    const fold = new RunFold(specNamed('alpha'))
    journal.follow(0, fold)
    return new SpecOwner(fold, journal, this.#performer())
  }

  #performer(): Performer {
    const life = this.#life
    const never = new Promise<void>(() => undefined)
    return {
      now: () => AT,
      failureOf,
      appending: () => undefined,
      prepare: () => undefined,
      appended: () => undefined,
      idle: () => undefined,
      broken: async (_owner, failure) => void this.problems.push(failure.detail),
      perform: async (owner, effect, recorded) => {
        await recorded
        await this.#scheduler.schedule(Promise.resolve(), effect.type)
        if (life !== this.#life) return never
        return this.#perform(owner, effect)
      },
    }
  }

  #perform(owner: SpecOwner, effect: OuterEffect): void {
    switch (effect.type) {
      case 'write-spec':
        this.disk.specJson = effect.entries.reduce(applyEntry, this.disk.specJson)
        return
      case 'read-facts': {
        const facts = this.disk.facts(effect.wanted, false)
        return owner.send({ type: 'facts.read', at: AT, cause: effect.cause, facts })
      }
      case 'acquire-slot':
        return owner.send({ type: 'slot.granted', at: AT, runId: effect.runId })
      case 'run-host-step':
      case 'acquire-base':
        throw new Error('nothing is declared that the host would run itself')
      case 'launch':
        return this.#launch(effect.launch)
      case 'adopt':
        return this.#adopt(owner, effect.key.agentId)
      case 'stop-agent':
        return this.#kill(effect.key.agentId)
      case 'acquire-tree':
      case 'answer-agent':
      case 'arm-timer':
      case 'arm-wait':
      case 'cancel-timer':
      case 'continue-timer':
      case 'hold-timer':
      case 'notify':
      case 'release':
      case 'reply':
      case 'settle':
        return
      default:
        return effect satisfies never
    }
  }

  #launch(launch: Launch): void {
    const { agentId } = launch.key
    if (this.agents.has(agentId)) this.problems.push(`launched twice: ${agentId}`)
    if (this.working().length > 0) this.problems.push(`two agents at once: ${agentId}`)
    if (this.owner.state.status !== 'running') this.problems.push('a launch while not running')
    const agent = { launch, ended: false }
    this.agents.set(agentId, agent)
    this.owner.send({ type: 'agent.started', at: AT, key: launch.key, agent: 'claude' })
    void this.#scheduler.schedule(Promise.resolve(), 'end').then(() => this.end(agent))
  }

  #adopt(owner: SpecOwner, agentId: string): void {
    const agent = this.agents.get(agentId)
    if (agent?.ended) return this.#tellEnd(agent)
    const { step, runId } = owner.state
    if (agent || !step || !runId) return
    const key = { runId, stepId: step.stepId, attempt: step.attempt, agentId: step.agentId }
    const lost = outcome({ status: 'failed', cause: 'not-started', sessionId: null })
    owner.send({ type: 'agent.lost', at: AT, key, outcome: lost, ranMs: null })
  }

  #tellEnd(agent: Agent): void {
    const { key } = agent.launch
    this.owner.send({ type: 'agent.ended', at: AT, key, outcome: outcome(), ranMs: 1 })
  }

  #kill(agentId: string): void {
    const agent = this.agents.get(agentId)
    if (!agent || agent.ended) return
    agent.ended = true
    const killed = outcome({ status: 'interrupted', cause: 'stopped' })
    this.owner.send({
      type: 'agent.ended',
      at: AT,
      key: agent.launch.key,
      outcome: killed,
      ranMs: 1,
    })
  }
}

const START: BareCommand = { type: 'start', go: [], nogo: [], agent: null }

const act = fc.constantFrom('start', 'stop', 'restart', 'resume', 'tell', 'nothing')

it('D4.2 D4.3 X1 loses no completion and launches nothing twice in any interleaving', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.array(act, { maxLength: 6 }), async (scheduler, acts) => {
      const host = new ScheduledHost(scheduler)
      host.send(START)
      const sequence = acts.map((name) => async () => {
        if (name === 'start') host.send(START)
        if (name === 'stop') host.send({ type: 'stop' })
        if (name === 'resume') host.send({ type: 'resume' })
        if (name === 'tell') host.send({ type: 'tell', text: 'Keep it short.', now: true })
        if (name === 'restart') host.restart()
      })
      scheduler.scheduleSequence(sequence)
      await scheduler.waitIdle()
      const { status } = host.owner.state
      expect(host.problems).toEqual([])
      // A start that was lost with its host before being journalled was never answered either.
      if (!host.journal().some((entry) => entry.type === 'run.started')) return
      expect(['completed', 'paused'], `hangs in ${status}`).toContain(status)
      expect(host.working()).toEqual([])
      expect(host.journal().reduce(evolve, initialState(specNamed('alpha')))).toEqual(
        host.owner.state,
      )
      if (!acts.includes('stop') && crashes(acts) < 3) expect(status).toBe('completed')
    }),
    { numRuns: 1000 },
  )
})

const crashes = (acts: string[]): number => acts.filter((name) => name === 'restart').length
