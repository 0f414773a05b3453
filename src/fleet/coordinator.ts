import { AttemptCalls } from './gateway/attempt-calls.ts'
import { GatewayServer } from './gateway/gateway-server.ts'
import { ToldFeed } from './gateway/told-feed.ts'
import { openRuns, type OpenedRuns, type RunsOptions } from './open-runs.ts'
import type { FleetRuns } from './runs/fleet-runs.ts'

interface CoordinatorOptions extends RunsOptions {
  address: string
  /** 0: any that is free. */
  port: number
  tls?: { cert: string; key: string }
}

/** Keeps nothing: all of them are alike, and any may be killed at any time. */
export class Coordinator implements AsyncDisposable {
  readonly runs: FleetRuns
  readonly url: string
  readonly events: OpenedRuns['events']
  readonly #parts: readonly AsyncDisposable[]

  private constructor(opened: OpenedRuns, gateway: GatewayServer, feed: ToldFeed) {
    this.runs = opened.runs
    this.events = opened.events
    this.url = gateway.url
    this.#parts = [gateway, feed, opened]
  }

  static async start(options: CoordinatorOptions): Promise<Coordinator> {
    const { now = () => new Date() } = options
    const opened = await openRuns(options)
    const { pool, jobs, runs } = opened
    const feed = await ToldFeed.open(options.database)
    const calls = new AttemptCalls({ pool, jobs, runs, now })
    const gateway = await GatewayServer.start({ ...options, pool, calls, feed })
    await jobs.hear({
      news: (job, done) => runs.news(job, done),
      lost: (job, done) => runs.lost(job, done),
    })
    return new Coordinator(opened, gateway, feed)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const part of this.#parts) await part[Symbol.asyncDispose]()
  }
}
