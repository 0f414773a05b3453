import { WebSocket } from 'ws'
import { expect } from 'vitest'
import { LiveConnection } from '../../../src/client/live-connection.ts'
import type { RpcInput, RpcMethod, RpcReply } from '../../../src/contracts/rpc.ts'
import { KEY_HEADER } from '../../../src/contracts/launch/session-key.ts'
import { openProjectSet } from '../../../src/host/main.ts'
import type { ProjectSet } from '../../../src/host/project/project-set.ts'
import { until } from '../../../src/testkit/worlds/agent-world.ts'
import { ProjectWorld, type WorldOptions } from '../../../src/testkit/worlds/project-world.ts'

/** A phone that was paired with the host of a project and reaches it over another address. */
export class Phone implements AsyncDisposable {
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

  /** The login link for the user at the host's own computer. */
  link(): string {
    return this.#projects.server.link()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#connection.close()
    for (const name of await this.world.host.coordinator.live())
      await this.world.host.coordinator.stop(name)
    await this.#projects.close()
    await this.world[Symbol.asyncDispose]()
  }
}
