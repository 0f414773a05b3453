import { specNamed } from '../contracts/work-item.ts'
import type { CommandId, RunId } from '../contracts/ids.ts'
import type { Effect, Launch } from '../core/decide/effects.ts'
import type { Command } from '../contracts/commands.ts'
import { applyEntry } from '../core/spec/apply-entry.ts'
import { FairQueue } from '../host/runs/fair-queue.ts'
import { failureOf } from '../host/runs/failure-words.ts'
import { RunFold } from '../host/journal/run-fold.ts'
import { SpecOwner, type OuterEffect, type Performer } from '../host/runs/owner.ts'
import { JournalMemory, MemoryJournal } from './ports/memory-journal.ts'
import type { BareCommand } from './simulation/simulation.ts'
import { outcome, VirtualSpec } from './simulation/virtual-spec.ts'

const AT = '2026-01-01T00:00:00.000Z'

interface Agent {
  owner: SpecOwner
  launch: Launch
  ended: boolean
}

export interface Fault {
  /** Which effect fails, counted among those of the first spec that may fail. */
  at: number
  /** Every later effect of the same type fails too. */
  stays: boolean
}

/** These effects only report an end; they cannot fail unless the journal did before. */
const mayFail = (type: Effect['type']): boolean => type !== 'reply' && type !== 'settle'

/** Specs that share one slot and one working tree, with real owners; only the first can fail. */
export class FaultyHost {
  readonly disks = new Map<string, VirtualSpec>()
  readonly agents: Agent[] = []
  readonly unanswered = new Set<CommandId>()
  readonly settled: string[] = []
  /** The effects of the first spec that may fail, in order. */
  readonly performed: Effect['type'][] = []
  readonly slots = new FairQueue(() => 1)
  readonly tree = new FairQueue(() => 1)
  readonly owners = new Map<string, SpecOwner>()
  readonly #journals = new Map<string, JournalMemory>()
  readonly #fault: Fault | null
  readonly #first: string | undefined
  readonly #waits: (() => void)[] = []
  #failing: Effect['type'] | null = null
  #ids = 0

  constructor(names: string[], fault: Fault | null = null) {
    this.#fault = fault
    this.#first = names[0]
    for (const name of names) {
      this.disks.set(name, new VirtualSpec())
      this.#journals.set(name, new JournalMemory())
      this.#open(name)
    }
  }

  /** As if its host had crashed: the agent works on, and a new owner takes over the run. */
  reopen(name: string): void {
    this.tree.release(name)
    this.slots.release(name)
    this.#open(name)
    for (const agent of this.agents)
      if (agent.owner.item.name === name) agent.owner = this.owner(name)
    this.command(name, { type: 'recover' })
  }

  #open(name: string): void {
    const journal = new MemoryJournal(this.#journals.get(name) ?? new JournalMemory())
    const fold = new RunFold(specNamed(name))
    journal.follow(0, fold)
    this.owners.set(name, new SpecOwner(fold, journal, this.#performer()))
  }

  owner(name: string): SpecOwner {
    const owner = this.owners.get(name)
    if (owner === undefined) throw new Error(`no spec ${name}`)
    return owner
  }

  command(name: string, command: BareCommand): void {
    const commandId = `cmd-${++this.#ids}` as CommandId
    const runId = `run_${++this.#ids}` as RunId
    this.unanswered.add(commandId)
    this.owner(name).send({ ...command, commandId, runId, at: AT } as Command)
  }

  working(name: string): Agent[] {
    return this.agents.filter(({ owner, ended }) => owner.item.name === name && !ended)
  }

  /** Ends every wait for a quota. */
  endWaits(): void {
    for (const over of this.#waits.splice(0)) over()
  }

  /** Drains repeatedly, because one owner may have let another one in. */
  async drain(): Promise<void> {
    for (const _ of this.owners.keys())
      for (const owner of this.owners.values()) await owner.drain()
  }

  end(agent: Agent, ended = outcome()): void {
    agent.ended = true
    const { key } = agent.launch
    agent.owner.send({ type: 'agent.ended', at: AT, key, outcome: ended, ranMs: 1 })
  }

  #performer(): Performer {
    return {
      now: () => AT,
      failureOf,
      appending: () => undefined,
      prepare: () => undefined,
      appended: () => undefined,
      idle: () => undefined,
      broken: () => Promise.reject(new Error('the journal never fails here')),
      perform: (owner, effect) => {
        this.#meetFault(owner, effect.type)
        return this.#perform(owner, effect)
      },
    }
  }

  #meetFault(owner: SpecOwner, type: Effect['type']): void {
    if (owner.item.name !== this.#first || !mayFail(type)) return
    this.performed.push(type)
    const isNow = this.performed.length === this.#fault?.at
    if (isNow && this.#fault?.stays) this.#failing = type
    if (isNow || type === this.#failing) throw new Error(`${type} failed`)
  }

  #perform(owner: SpecOwner, effect: OuterEffect): void {
    const { item } = owner
    const disk = this.disks.get(item.name)
    if (disk === undefined) return
    switch (effect.type) {
      case 'write-spec':
        disk.specJson = effect.entries.reduce(applyEntry, disk.specJson)
        return
      case 'read-facts': {
        const { cause, wanted } = effect
        return owner.send({ type: 'facts.read', at: AT, cause, facts: disk.facts(wanted, true) })
      }
      case 'acquire-slot': {
        const { runId, atOnce } = effect
        this.slots.acquire({
          holder: item.name,
          isAtWork: atOnce,
          granted: () => owner.send({ type: 'slot.granted', at: AT, runId }),
        })
        return
      }
      case 'acquire-tree': {
        const { runId, phase, atOnce } = effect
        this.tree.acquire({
          holder: item.name,
          isAtWork: atOnce,
          granted: () => owner.send({ type: 'tree.granted', at: AT, runId }),
          waiting: (behind = null) =>
            owner.send({ type: 'tree.awaited', at: AT, runId, phase, behind }),
        })
        return
      }
      case 'release':
        this.tree.release(item.name)
        return this.slots.release(item.name)
      case 'run-host-step':
      case 'acquire-base':
        throw new Error('nothing is declared that the host would run itself')
      case 'launch':
        return this.#launch(owner, effect.launch)
      case 'adopt':
        return owner.send({ type: 'agent.started', at: AT, key: effect.key, agent: 'claude' })
      case 'stop-agent':
        for (const agent of this.working(item.name))
          this.end(agent, outcome({ status: 'interrupted', cause: 'stopped' }))
        return
      case 'arm-wait': {
        const { runId } = effect
        this.#waits.push(() => owner.send({ type: 'wait.over', at: AT, runId }))
        return
      }
      case 'reply':
        return this.#answered(effect.commandId)
      case 'settle':
        this.settled.push(item.name)
        return
      case 'answer-agent':
      case 'arm-timer':
      case 'cancel-timer':
      case 'continue-timer':
      case 'hold-timer':
      case 'notify':
        return
      default:
        return effect satisfies never
    }
  }

  #launch(owner: SpecOwner, launch: Launch): void {
    this.agents.push({ owner, launch, ended: false })
    owner.send({ type: 'agent.started', at: AT, key: launch.key, agent: 'claude' })
  }

  #answered(commandId: CommandId): void {
    if (!this.unanswered.delete(commandId)) throw new Error('a command was answered twice')
  }
}
