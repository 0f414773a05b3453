import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { describe, expect, it } from 'vitest'
import { LiveConnection } from '../../../src/client/live-connection.ts'
import type { RpcInput, RpcMethod, RpcReply } from '../../../src/contracts/rpc.ts'
import { KEY_HEADER } from '../../../src/contracts/session-key.ts'
import { openProjectSet } from '../../../src/host/main.ts'
import type { ProjectSet } from '../../../src/host/project/project-set.ts'
import { until } from '../../../src/testkit/agent-world.ts'
import { ProjectWorld, type WorldOptions } from '../../../src/testkit/project-world.ts'
import { agentsOf, agentStarted, approvals, entriesOf, specAt } from '../flows/flow-world.ts'

/** A phone that was paired with the host of a project and reaches it over another address. */
class Phone implements AsyncDisposable {
  readonly world: ProjectWorld
  readonly #projects: ProjectSet
  readonly #connection: LiveConnection

  private constructor(world: ProjectWorld, projects: ProjectSet, connection: LiveConnection) {
    this.world = world
    this.#projects = projects
    this.#connection = connection
  }

  static async paired(options: WorldOptions = {}): Promise<Phone> {
    const world = new ProjectWorld(options)
    const projects = await openProjectSet({ env: world.env })
    await (await world.open(projects)).serve()
    const opened = await projects.server.setRemote({ address: '127.0.0.2', port: 0 })
    const offer = await projects.server.pair()
    if (!opened.ok || !offer.ok || opened.value.remote === null) throw new Error('no way in')
    const origin = opened.value.remote.url
    const body = new URLSearchParams({ code: offer.value.code, name: 'Phone' })
    const answer = await fetch(`${origin}/pair`, { method: 'POST', headers: { origin }, body })
    const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
    const key = /data-key="([^"]*)"/.exec(await answer.text())?.[1] ?? ''
    const headers = { cookie, origin, [KEY_HEADER]: key }
    const connection = new LiveConnection({ url: origin, WebSocket, headers })
    await until(() => connection.status === 'online')
    const access = await connection.callHost('access', {})
    expect(access).toMatchObject({ value: { self: { kind: 'device', name: 'Phone' } } })
    return new Phone(world, projects, connection)
  }

  call<M extends RpcMethod>(method: M, input: RpcInput<M>): Promise<RpcReply<M>> {
    return this.#connection.call(this.world.host.info.id, method, input)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#connection.close()
    for (const name of await this.world.host.coordinator.live())
      await this.world.host.coordinator.stop(name)
    await this.#projects.close()
    await this.world[Symbol.asyncDispose]()
  }
}

const DONE = { ok: true }

describe('a paired device', () => {
  it('S8 starts a run, stops it and resumes it', async () => {
    await using phone = await Phone.paired({
      scenario: { overrides: [{ phase: 'requirements', call: 1, hangForever: true }] },
    })
    const { world } = phone
    const spec = await world.newSpec('far')
    const start = { item: spec, go: [], nogo: ['design' as const], agent: null }
    expect(await phone.call('start', start)).toMatchObject(DONE)
    await agentStarted(world, spec, { phase: 'requirements' })
    expect(await phone.call('stop', { item: spec })).toMatchObject(DONE)
    expect(await world.host.coordinator.stateOf(spec)).toMatchObject({
      status: 'paused',
      reason: 'user',
    })
    expect(world.processes()).toEqual([])
    expect(await phone.call('resume', { item: spec })).toMatchObject(DONE)
    await world.entry(spec, 'run.completed')
    expect(agentsOf(world, spec)).toEqual(['requirements', 'requirements'])
  })

  it('S8 runs a phase by hand, approves one document and rejects another', async () => {
    await using phone = await Phone.paired()
    const { world } = phone
    const spec = await world.newSpec('far')
    const byHand = { item: spec, phase: 'requirements' as const, fix: false }
    expect(await phone.call('runPhase', byHand)).toMatchObject(DONE)
    await world.entry(spec, 'run.completed')
    expect(approvals(world, spec)).toMatchObject({ requirements: { approved: false } })
    const requirements = { item: spec, phase: 'requirements' as const }
    expect(await phone.call('approve', requirements)).toMatchObject(DONE)
    expect(approvals(world, spec)).toMatchObject({ requirements: { approved: true } })
    const reason = { ...requirements, reason: 'Too long.' }
    expect(await phone.call('reject', reason)).toMatchObject(DONE)
    expect(approvals(world, spec)).toMatchObject({ requirements: { approved: false } })
    expect(entriesOf(world, spec, 'approval.revoked')).toMatchObject([{ reason: 'Too long.' }])
  })

  it('S8 answers the question of an agent', async () => {
    await using phone = await Phone.paired({ scenario: { asks: 'Bash' } })
    const { world } = phone
    const spec = await specAt(world, 'far', 'inspection')
    const start = { item: spec, go: [], nogo: [], agent: null }
    expect(await phone.call('start', start)).toMatchObject(DONE)
    const { questionId } = await world.entry(spec, 'agent.asked')
    const answer = { item: spec, answer: 'allow' as const, questionId }
    expect(await phone.call('answer', answer)).toMatchObject(DONE)
    await world.entry(spec, 'run.completed')
    expect(readFileSync(join(world.root, 'mock', 'answers.log'), 'utf8')).toMatch(
      /^answered \S+ allow$/m,
    )
    expect(entriesOf(world, spec, 'agent.answered')).toMatchObject([{ by: 'person' }])
  })
})
