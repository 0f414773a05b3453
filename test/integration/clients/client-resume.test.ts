import { specNamed } from '../../../src/contracts/work-item.ts'
import { once } from 'node:events'
import { WebSocket } from 'ws'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { HostClient } from '../../../src/client/host-client.ts'
import { HostGone } from '../../../src/client/host-gone.ts'
import { LiveConnection } from '../../../src/client/live-connection.ts'
import type { SocketClass } from '../../../src/client/trpc-link.ts'
import type { NewsBatch } from '../../../src/contracts/rpc.ts'
import { until } from '../../../src/testkit/worlds/agent-world.ts'
import { openWorld } from '../../../src/testkit/worlds/project-world.ts'
import { readHostAddress } from '../../../src/host/project/host-lock.ts'
import { PROJECT, startWorld, type ServerWorld } from '../../security/server-world.ts'

const CUTS = 20
const EVENTS_A_TURN = 5

/** A WebSocket that a test can cut off like a bad network. */
function cuttable() {
  const open = new Set<WebSocket>()
  class Cuttable extends WebSocket {
    constructor(url: string, protocols: string[], options: object) {
      super(url, protocols, options)
      open.add(this)
      this.once('close', () => open.delete(this))
    }
  }
  return { Cuttable, cut: () => [...open].forEach((socket) => socket.terminate()) }
}

const names = (batches: NewsBatch[]): string[] =>
  batches.flatMap(({ news }) =>
    news.flatMap(({ event }) => (event.type === 'row-gone' ? [event.item.name] : [])),
  )

function live(
  world: ServerWorld,
  options: { WebSocket?: SocketClass; headers?: Record<string, string> } = {},
) {
  const { port } = world.server
  const connection = new LiveConnection({
    url: `http://127.0.0.1:${port}`,
    WebSocket,
    headers: world.bearer,
    ...options,
  })
  const batches: NewsBatch[] = []
  connection.onNews((batch) => batches.push(batch))
  return Object.assign(connection, {
    batches,
    [Symbol.asyncDispose]: async () => connection.close(),
  })
}

describe('a connection that is lost again and again', () => {
  it('R9 loses no news, doubles none and keeps their order', async () => {
    await using world = await startWorld()
    const { Cuttable, cut } = cuttable()
    await using connection = live(world, { WebSocket: Cuttable })
    await until(() => connection.status === 'online')
    let sent = 0
    let cuts = 0
    const emit = (): void => {
      for (let one = 0; one < EVENTS_A_TURN; one++) world.gone(specNamed(`f${sent++}`))
    }
    const busy = setInterval(emit, 1)
    connection.onNews(() => {
      // In mid-stream: some events are in flight, and more come while nobody listens.
      if (cuts++ < CUTS) cut()
    })
    await until(() => cuts > CUTS && connection.status === 'online')
    clearInterval(busy)
    emit()
    await until(() => names(connection.batches).length >= sent)
    expect(names(connection.batches)).toEqual(Array.from({ length: sent }, (_, one) => `f${one}`))
    expect(connection.batches.filter(({ fresh }) => fresh)).toHaveLength(1)
  })

  it('R9 is told that its knowledge is old when it was away for too long', async () => {
    await using world = await startWorld()
    const { Cuttable, cut } = cuttable()
    await using connection = live(world, { WebSocket: Cuttable })
    await until(() => connection.status === 'online')
    world.gone(specNamed('before'))
    await until(() => names(connection.batches).length === 1)
    const back = new Promise((resolve) =>
      connection.onStatus((now) => now === 'online' && resolve(now)),
    )
    cut()
    await until(() => connection.status === 'offline')
    for (let one = 0; one < 50_000; one++) world.gone(specNamed(`f${one}`))
    await back
    await until(() => connection.batches.some(({ fresh }, index) => fresh && index > 0))
    world.gone(specNamed('after'))
    await until(() => names(connection.batches).includes('after'))
    expect(names(connection.batches)).toEqual(['before', 'after'])
  })

  it('a call about the host itself that finds none, or whose host goes, is answered at once and never sent again', async () => {
    await using world = await startWorld()
    await using connection = live(world)
    await expect(connection.callHost('hello', {})).rejects.toBeInstanceOf(HostGone)
    await until(() => connection.status === 'online')
    expect(await connection.callHost('hello', {})).toEqual({ ok: true, value: null })
    const closing = world.server.close()
    await until(() => connection.status === 'offline')
    await expect(connection.callHost('hello', {})).rejects.toBeInstanceOf(HostGone)
    await closing
    expect(world.callers).toHaveLength(1)
  })

  it('H7 a click whose connection is lost once it is sent gets its answer, and is carried out once', async () => {
    await using world = await openWorld()
    const item = await world.newSpec('login')
    const address = readHostAddress(world.folders)
    if (address === null) throw new Error('the host has no address')
    let sent = 0
    class CutOnceSent extends WebSocket {
      override send(data: string): void {
        const isFirst = data.includes('project.tell') && sent++ === 0
        super.send(data, () => isFirst && this.terminate())
      }
    }
    const connection = new LiveConnection({
      url: `http://127.0.0.1:${address.port}`,
      WebSocket: CutOnceSent,
      headers: { authorization: `Bearer ${address.token}` },
    })
    onTestFinished(() => connection.close())
    await until(() => connection.status === 'online')
    const told = { item, text: 'Be brief.', now: false }
    expect(await connection.call(address.project, 'tell', told)).toEqual({ ok: true, value: null })
    expect(sent).toBe(2)
    expect(world.types(item).filter((type) => type === 'instruction.added')).toHaveLength(1)
  })

  it('a host that starts again on its port is found again, and says that all is new', async () => {
    let isDone = false
    while (!isDone) {
      await using world = await startWorld()
      const { port } = world.server
      const link = new URL(world.server.link())
      const session = await world.login()
      await using connection = live(world, { headers: { ...session, origin: link.origin } })
      const { batches } = connection
      await until(() => connection.status === 'online' && batches.length === 1)
      await world.server.close()
      await until(() => connection.status === 'offline')
      const again = await world.start({ ports: [port] })
      // Another program may have got the port meanwhile.
      if (again.port !== port) continue
      await until(() => connection.status === 'online' && batches.length === 2)
      expect(batches.map(({ fresh }) => fresh)).toEqual([true, true])
      isDone = true
    }
  })

  it('a client without access is told so and does not knock forever', async () => {
    await using world = await startWorld()
    await using connection = live(world, { headers: { authorization: 'Bearer x' } })
    await until(() => connection.status === 'refused')
    connection.retry()
    expect(connection.status).toBe('connecting')
    await until(() => connection.status === 'refused')
  })
})

describe('the channel', () => {
  it('R9 a client that shows no life is cut off, one that is only silent stays', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    await using world = await startWorld()
    const url = `ws://127.0.0.1:${world.server.port}/ws`
    const silent = new WebSocket(url, { headers: world.bearer })
    const dead = new WebSocket(url, { headers: world.bearer, autoPong: false })
    await Promise.all([once(silent, 'open'), once(dead, 'open')])
    const cutOff = once(dead, 'close')
    for (let breath = 0; breath < 4; breath++) {
      const asked = once(silent, 'ping')
      vi.advanceTimersByTime(30_000)
      await asked
      // Frames arrive in order: once this is answered, the earlier pong has arrived.
      silent.ping()
      await once(silent, 'pong')
    }
    expect(await cutOff).toEqual([1006, expect.anything()])
    expect(silent.readyState).toBe(WebSocket.OPEN)
    silent.terminate()
  })

  it('D4.3 hands over all news before it closes', async () => {
    await using world = await startWorld()
    const { port, token } = world.server
    const client = await HostClient.connect({ port, token, project: PROJECT }, { WebSocket })
    const seen: string[] = []
    client.subscribe((event) => event.type === 'row-gone' && seen.push(event.item.name))
    for (let one = 0; one < 5000; one++) world.gone(specNamed(`f${one}`))
    await world.server.close()
    await until(() => client.gone.aborted)
    expect(seen).toHaveLength(5000)
    await expect(client.call('status', { item: null })).rejects.toBeInstanceOf(HostGone)
  })
})
