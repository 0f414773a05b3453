import { specNamed } from '../../contracts/work-item.ts'
import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Connection, ConnectionStatus } from '../../client/connection.ts'
import { HostGone } from '../../client/host-gone.ts'
import type { ItemRow } from '../../contracts/views/board.ts'
import type { ProjectId } from '../../contracts/ids.ts'
import type { NewsBatch } from '../../contracts/rpc.ts'
import { useAgents } from '../features/agents/agents-store.ts'
import { useConnection } from '../features/connection/connection-store.ts'
import { useProjects } from '../features/projects/projects-store.ts'
import { rowList, useRows } from '../features/items/rows-store.ts'
import { wire } from './apply-news.ts'

const PROJECT = 'p1' as ProjectId

/** A host that can be lost at any call; what changes while offline is not in the news. */
class UnsteadyHost implements Connection {
  status: ConnectionStatus = 'connecting'
  /** How the next calls end; after that, all are answered. */
  fate: ('answered' | 'lost' | 'refused')[] = []
  count = 1
  asked: string[] = []
  #status: (status: ConnectionStatus) => void = () => undefined
  #news: (batch: NewsBatch) => void = () => undefined

  onStatus(listener: (status: ConnectionStatus) => void) {
    this.#status = listener
    return () => undefined
  }

  onNews(listener: (batch: NewsBatch) => void) {
    this.#news = listener
    return () => undefined
  }

  turn(status: ConnectionStatus): void {
    this.status = status
    this.#status(status)
  }

  send(batch: NewsBatch): void {
    this.#news(batch)
  }

  get row(): ItemRow {
    return {
      item: specNamed('a'),
      version: this.count,
      description: `row ${this.count}`,
    } as ItemRow
  }

  async #answer(value: () => unknown): Promise<never> {
    await Promise.resolve()
    if (this.status !== 'online') throw new HostGone('away')
    const fate = this.fate.shift() ?? 'answered'
    if (fate === 'lost') {
      this.turn('offline')
      throw new HostGone('lost')
    }
    if (fate === 'refused')
      return { ok: false, error: { code: 'HOST_FAILED', operation: 'x', detail: 'busy' } } as never
    return { ok: true, value: value() } as never
  }

  callHost(method: string): Promise<never> {
    this.asked.push(method)
    const info = { id: PROJECT, name: 'p', dir: '/p' }
    return this.#answer(() => ({ projects: [info], current: PROJECT, self: { kind: 'local' } }))
  }

  call(_project: ProjectId, method: string): Promise<never> {
    this.asked.push(method)
    return this.#answer(() => (method === 'board' ? { rows: [this.row] } : []))
  }

  openLog(): Promise<never> {
    throw new HostGone('no log')
  }

  retry(): void {}
  close(): void {}
}

const host = new UnsteadyHost()

const shown = () => rowList(useRows.getState().rows)[0]?.description ?? null
const isLive = () => {
  const { status, reload } = useConnection.getState()
  return status === 'online' && !reload.isOwed
}
const isCurrent = (): boolean => shown() === host.row.description && useAgents.getState().isLoaded
const expectCurrent = (): void => {
  expect({ shown: shown(), agents: useAgents.getState().isLoaded }).toEqual({
    shown: host.row.description,
    agents: true,
  })
}

beforeAll(() => wire(host))

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', { innerWidth: 1440, innerHeight: 900 })
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw))
  host.turn('offline')
  host.fate = []
  useProjects.setState({ hello: null, current: null })
  useRows.setState({ project: null, isLoaded: false, rows: new Map() })
  useAgents.setState({ project: null, isLoaded: false, agents: new Map() })
  return () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})

/** Also waits for the simulated paint. */
const settle = () => vi.advanceTimersByTimeAsync(10)

describe('a page that opens', () => {
  beforeEach(() => {
    host.asked = []
  })

  it('asks once, with the project of its address beside the greeting', async () => {
    useProjects.setState({ current: PROJECT })
    host.turn('online')
    expect(host.asked).toEqual(expect.arrayContaining(['hello', 'board']))
    await settle()
    expect(host.asked.filter((method) => method === 'hello')).toHaveLength(1)
    expectCurrent()
  })

  it('takes the project that the host names if its address has none, and asks once for that', async () => {
    host.turn('online')
    await settle()
    expect(host.asked.filter((method) => method === 'hello')).toHaveLength(1)
    // First a screenful, then everything.
    expect(host.asked.filter((method) => method === 'board')).toHaveLength(2)
    expectCurrent()
  })
})

describe('after a lost connection', () => {
  it.each([0, 1, 2, 3])(
    'U2 a reload whose call %i found no host is made when the host is back, though the news continue as if nothing had been missed',
    async (before) => {
      host.turn('online')
      host.send({ fresh: true, news: [] })
      await settle()
      expectCurrent()
      host.turn('offline')
      host.count++
      host.fate = [...Array<'answered'>(before).fill('answered'), 'lost']
      host.turn('online')
      host.send({ fresh: true, news: [] })
      await settle()
      expect(isLive()).toBe(false)
      host.turn('online')
      await settle()
      expect(isLive()).toBe(true)
      expectCurrent()
    },
  )

  it('U2 a call that the host refuses is made again and the page says why it waits', async () => {
    host.fate = ['answered', 'refused', 'refused']
    host.turn('online')
    await settle()
    expect(isLive()).toBe(false)
    expect(useConnection.getState().reload.problem).toMatchObject({ code: 'HOST_FAILED' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(isLive()).toBe(true)
    expectCurrent()
  })

  it('U2 in whatever order calls fail and the connection breaks, "Live" is never said over old rows, and the end is current', async () => {
    const step = fc.oneof(
      fc.constant('offline' as const),
      fc.constant('joined' as const),
      fc.constant('fresh' as const),
      fc.constant('gap' as const),
      fc.constant('wait' as const),
      fc.constantFrom('lost' as const, 'refused' as const, 'answered' as const),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        host.count = 1 + Math.max(0, ...[...useRows.getState().rows.values()].map((r) => r.version))
        for (const one of steps) {
          if (one === 'wait') await vi.advanceTimersByTimeAsync(3000)
          else if (one === 'offline') {
            host.turn('offline')
            host.count++
          } else if (one === 'joined' || one === 'fresh') {
            host.turn('online')
            if (one === 'fresh') host.send({ fresh: true, news: [] })
          } else if (one === 'gap') {
            host.count++
            if (host.status === 'online') host.send({ fresh: true, news: [] })
          } else host.fate.push(one)
          expect(isLive() && !isCurrent()).toBe(false)
          await settle()
          expect(isLive() && !isCurrent()).toBe(false)
        }
        host.fate = []
        host.turn('online')
        await vi.advanceTimersByTimeAsync(60_000)
        expect(isLive()).toBe(true)
        expectCurrent()
        host.turn('offline')
      }),
      { numRuns: 200 },
    )
  })
})
