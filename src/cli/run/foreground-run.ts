import type { WorkItem } from '../../contracts/work-item.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { CallIds } from '../../client/call-ids.ts'
import { followRun, type FollowedRun } from '../../client/follow-run.ts'
import type { RunId } from '../../contracts/ids.ts'
import type { Rejection } from '../../contracts/rejections.ts'
import { ok, type Result } from '../../contracts/result.ts'
import type { Begun } from '../../contracts/commands.ts'
import type { HostApi } from '../../contracts/rpc.ts'
import type { RunResult } from '../../contracts/run-state.ts'
import type { Host } from '../../host/main.ts'
import { HostCrashes, reach, type Access } from '../serve/host-access.ts'
import { EXIT, exitCodeOfRun } from '../exit-codes.ts'
import { Interruption } from './interruption.ts'
import { JournalCursor } from './journal-cursor.ts'
import type { Output } from '../output.ts'
import { Refused } from '../problems.ts'
import type { ProjectContext } from '../project.ts'
import { RunReport } from './view/run-report.ts'

const STAY_POLL_MS = 100

type Begin = (api: HostApi) => Promise<Result<Begun, Rejection>>

interface ForegroundRunOptions {
  item: WorkItem
  begin: Begin
}

/** Starts a run, shows it to its end, and returns the exit code. */
export async function runInForeground(
  context: ProjectContext,
  output: Output,
  wanted: ForegroundRunOptions,
): Promise<number> {
  const run = new ForegroundRun(context, output, wanted)
  try {
    return await run.toItsEnd()
  } finally {
    run.dispose()
  }
}

class ForegroundRun {
  readonly #context: ProjectContext
  readonly #output: Output
  readonly #item: WorkItem
  readonly #report: RunReport
  readonly #cursor: JournalCursor
  readonly #interruption = new Interruption()
  /** The host may crash after it has begun the run: then it is not begun again. */
  readonly #ids = new CallIds()
  #begin: Begin
  #runId: RunId | null = null
  #tries = 0

  constructor(context: ProjectContext, output: Output, { item, begin }: ForegroundRunOptions) {
    this.#context = context
    this.#output = output
    this.#item = item
    this.#begin = begin
    this.#cursor = new JournalCursor(context.folders, item, (entry) => this.#report.entry(entry))
    this.#report = new RunReport({ context, output, item, begin: this.#cursor.begin })
  }

  /** Tries again whenever its host crashes: each time this process becomes host or client. */
  async toItsEnd(): Promise<number> {
    const crashes = new HostCrashes()
    for (;;) {
      if (this.#interruption.isRequested && this.#runId === null) return EXIT.interrupted
      const access = await reach(this.#context)
      this.#tries++
      try {
        const result = await this.#follow(access)
        if (result) return await this.#finish(result, access)
      } catch (error) {
        await crashes.survive(error)
      } finally {
        this.#interruption.act = () => undefined
        await access.close()
      }
    }
  }

  dispose(): void {
    this.#report.close()
    this.#interruption.dispose()
  }

  /** Null when the host is gone before the run has ended. */
  async #follow(access: Access): Promise<RunResult | null> {
    const { api, host, gone } = access
    const followed = await followRun(api, {
      item: this.#item,
      begin: () => this.#begun(api),
      observer: {
        entry: (entry) => this.#cursor.see(entry),
        notification: (notification) => this.#report.notification(notification),
      },
    })
    if (!followed.ok) return this.#refused(followed.error)
    this.#runId = followed.value.begun.runId
    if (host) await this.#watch(host)
    this.#report.begin()
    this.#interruption.act = () => this.#stop(api)
    // If an earlier host had begun it, another one may have brought it to its end.
    const ended = this.#tries > 1 ? this.#resultOnDisk() : null
    const result = ended ?? (await endOf(followed.value, gone))
    followed.value.leave()
    return result ?? this.#resultOnDisk()
  }

  /** Entries written between the old host's crash and now are shown first. */
  async #begun(api: HostApi): Promise<Result<Begun, Rejection>> {
    const runId = this.#runId
    const reply =
      runId === null ? await this.#begin(this.#ids.on(api)) : await this.#recovered(api, runId)
    if (reply.ok) this.#cursor.catchUp()
    return reply
  }

  /** Another process may have recovered it first: then this one only follows. */
  async #recovered(api: HostApi, runId: RunId): Promise<Result<Begun, Rejection>> {
    const reply = await api.call('recover', { item: this.#item })
    const isRunning = !reply.ok && reply.error.code === 'ALREADY_EXECUTING'
    if (isRunning && this.#cursor.resultOf(runId) === null) return ok({ runId, phase: null })
    return reply
  }

  #refused(rejection: Rejection): RunResult {
    const result = this.#resultOnDisk()
    if (result) return result
    throw new Refused(rejection)
  }

  #resultOnDisk(): RunResult | null {
    if (this.#runId === null) return null
    this.#cursor.catchUp()
    return this.#cursor.resultOf(this.#runId)
  }

  async #watch(host: Host): Promise<void> {
    try {
      await host.watch()
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      this.#output.warn(`Warning: manual edits are not noticed while this runs (${why})`)
    }
  }

  #stop(api: HostApi): void {
    this.#report.stopping()
    void api.call('stop', { item: this.#item }).then(
      (reply) => {
        if (!reply.ok) this.#report.notStopped(reply.error)
      },
      // The host crashed: the next one stops the run.
      () => undefined,
    )
  }

  async #finish(result: RunResult, { host }: Access): Promise<number> {
    const isInterrupted = this.#interruption.isRequested
    this.#report.finish(result)
    if (host) await this.#notified(host)
    if (host) await this.#stay(host)
    return isInterrupted ? EXIT.interrupted : exitCodeOfRun(result)
  }

  /** A notification that could not be sent elsewhere is still shown here. */
  async #notified(host: Host): Promise<void> {
    const leave = host.subscribe((event) => {
      if (event.type === 'notification') this.#report.notification(event.notification)
    })
    await host.notified()
    leave()
  }

  /** Other terminals may follow their runs through this process. */
  async #stay(host: Host): Promise<void> {
    const leaving = new AbortController()
    if (!this.#interruption.isRequested) this.#interruption.act = () => leaving.abort()
    let isReported = false
    while (!leaving.signal.aborted && (await isNeeded(host))) {
      if (!isReported)
        this.#output.say(
          'Other runs of this project depend on this process; it stays until they end (press Ctrl+C to hand them over to their own terminals)',
        )
      isReported = true
      await delay(STAY_POLL_MS)
    }
  }
}

const isNeeded = async (host: Host): Promise<boolean> =>
  host.followers() > 0 || (await host.coordinator.live()).length > 0

async function endOf(run: FollowedRun, gone: AbortSignal): Promise<RunResult | null> {
  // Perhaps nothing else keeps the process alive while an adopted agent works.
  const alive = setInterval(() => undefined, 60_000)
  try {
    return await Promise.race([run.result, whenAborted(gone)])
  } finally {
    clearInterval(alive)
  }
}

const whenAborted = (signal: AbortSignal): Promise<null> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(null)
    else signal.addEventListener('abort', () => resolve(null), { once: true })
  })
