import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { peakRssMb, type Row } from './row.ts'

const ROLE = 'BENCH_ROLE'

/** What a worker can be asked to do, by name. */
export type Calls = Record<string, (input: never) => unknown>
type Roles = Record<string, () => Promise<{ calls: Calls }>>

interface Request {
  name: string
  input: unknown
}
type Reply = { value: unknown } | { error: string }

/** The folder for all files of this run; whoever started the benchmark removes it. */
export function workFolder(): string {
  const folder = process.env['BENCH_DIR']
  return folder ?? mkdtempSync(join(tmpdir(), 'sdd-bench-'))
}

/**
 * Runs a benchmark, or one side of it: the program starts itself again for each side, so that
 * neither pays for the other's memory or profits from its warm code.
 */
export async function play(roles: Roles, main: () => Promise<Row[]>): Promise<void> {
  const role = process.env[ROLE]
  if (role !== undefined) return serve(roles, role)
  const rows = await main()
  if (process.send) process.send(rows, () => process.disconnect())
  else console.log(JSON.stringify(rows, null, 2))
}

async function serve(roles: Roles, role: string): Promise<void> {
  const load = roles[role]
  if (load === undefined) throw new Error(`no role ${role}`)
  const { calls } = await load()
  process.once('disconnect', () => process.exit(0))
  process.on('message', (request: Request) => {
    // Sending fails only if the parent is gone, and `disconnect` handles that.
    void answer(calls, request).then((reply) => process.send?.(reply, () => undefined))
  })
  process.send?.({ value: null } satisfies Reply)
}

async function answer(calls: Calls, { name, input }: Request): Promise<Reply> {
  try {
    if (name === 'peakRssMb') return { value: peakRssMb() }
    const call = calls[name]
    if (call === undefined) throw new Error(`no call ${name}`)
    return { value: await call(input as never) }
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

export class Worker<C extends Calls> {
  readonly #child: ChildProcess
  readonly #gone: Promise<Reply>

  private constructor(child: ChildProcess) {
    this.#child = child
    this.#gone = once(child, 'exit').then(() => ({ error: 'the worker is gone' }))
  }

  static async start<C extends Calls>(role: string): Promise<Worker<C>> {
    const program = process.argv[1] ?? ''
    const child = fork(program, process.argv.slice(2), { env: { ...process.env, [ROLE]: role } })
    const worker = new Worker<C>(child)
    await worker.#reply()
    return worker
  }

  /** Only one call at a time. */
  async call<N extends keyof C & string>(
    name: N,
    input: Parameters<C[N]>[0],
  ): Promise<Awaited<ReturnType<C[N]>>> {
    return (await this.#ask({ name, input })) as Awaited<ReturnType<C[N]>>
  }

  /** Ends the worker; returns its peak memory. */
  async close(): Promise<number> {
    const peak = await this.#ask({ name: 'peakRssMb', input: null })
    this.#child.disconnect()
    await this.#gone
    return peak as number
  }

  async #ask(request: Request): Promise<unknown> {
    const reply = this.#reply()
    this.#child.send(request)
    return reply
  }

  async #reply(): Promise<unknown> {
    const message = new Promise<Reply>((resolve) => {
      this.#child.once('message', (reply) => resolve(reply as Reply))
    })
    const reply = await Promise.race([message, this.#gone])
    if ('error' in reply) throw new Error(reply.error)
    return reply.value
  }
}
