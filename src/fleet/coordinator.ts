import { inUrl } from '../host/server/host-names.ts'
import { AttemptCalls } from './gateway/attempt-calls.ts'
import { GatewayServer } from './gateway/gateway-server.ts'
import { StepGiver } from './gateway/step-giver.ts'
import { ToldFeed } from './gateway/told-feed.ts'
import { openMetrics } from './metrics.ts'
import { openRuns, type OpenedRuns, type RunsOptions } from './open-runs.ts'
import { PageServer } from './people/page-server.ts'
import { DueTimers } from './runs/due-timers.ts'
import type { FleetRuns } from './runs/fleet-runs.ts'
import { STEPS_CHANNEL } from './runs/queued-steps.ts'
import { FleetServed } from './served/fleet-served.ts'
import { OldOutput } from './upkeep/old-output.ts'

interface CoordinatorOptions extends RunsOptions {
  address: string
  /** 0 picks any free port. */
  port: number
  tls?: { cert: string; key: string }
  /** Host names, besides its addresses, under which people reach it. */
  names?: readonly string[]
}

/** Keeps no state: coordinators are interchangeable, and any may be killed at any time. */
export class Coordinator implements AsyncDisposable {
  readonly runs: FleetRuns
  readonly url: string
  readonly events: OpenedRuns['events']
  readonly #parts: readonly AsyncDisposable[]

  private constructor(opened: OpenedRuns, gateway: GatewayServer, others: AsyncDisposable[]) {
    this.runs = opened.runs
    this.events = opened.events
    this.url = gateway.url
    this.#parts = [gateway, ...others, opened]
  }

  static async start(options: CoordinatorOptions): Promise<Coordinator> {
    const { now = () => new Date() } = options
    const opened = await openRuns(options)
    const { pool, jobs, runs, announce } = opened
    const giver = new StepGiver({ pool, jobs })
    announce.onTold((channel) => channel === STEPS_CHANNEL && giver.look())
    const feed = await ToldFeed.open(options.database, () => giver.look())
    const calls = new AttemptCalls({ pool, jobs, runs, giver, announce, now })
    const served = await FleetServed.open({ ...options, ...opened, now })
    const metrics = await openMetrics({ database: pool })
    const { address, port: wanted, tls, reportError } = options
    const others = [giver, served, feed]
    const gateway = await GatewayServer.start({
      address,
      port: wanted,
      ...(tls && { tls }),
      pool,
      calls,
      feed,
      ...(metrics && { metrics }),
      reportError,
      page: ({ port }) => pageAt(options, { pool, served, port, now }),
    }).catch(async (error: unknown) => {
      await closeAll([...others, opened])
      throw error
    })
    await jobs.hear({
      news: (job, done) => runs.news(job, done),
      lost: (job, done) => runs.lost(job, done),
    })
    const upkeep = new OldOutput({ database: pool, now, reportError })
    const timers = new DueTimers({ pool, runs, reportError })
    return new Coordinator(opened, gateway, [timers, upkeep, ...others])
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await closeAll(this.#parts)
  }
}

async function closeAll(parts: readonly AsyncDisposable[]): Promise<void> {
  for (const part of parts) await part[Symbol.asyncDispose]()
}

interface Page {
  pool: OpenedRuns['pool']
  served: FleetServed
  port: number
  now: () => Date
}

const isLoopback = (address: string): boolean => /^(127\.|::1$)/.test(address)

function pageAt(options: CoordinatorOptions, page: Page): PageServer {
  const { address, names = [], tls, reportError } = options
  const { port } = page
  const isSecure = tls !== undefined
  const listener = { kind: 'remote' as const, address, port, isSecure }
  const [name] = names
  const scheme = isSecure || name !== undefined ? 'https' : 'http'
  return new PageServer({
    ...page,
    reportError,
    listener: () => listener,
    allowedHosts: isLoopback(address) ? [...names, 'localhost', '127.0.0.1'] : names,
    url: () => `${scheme}://${name ?? `${inUrl(address)}:${port}`}`,
  })
}
