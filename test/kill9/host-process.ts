import type { WorkItem } from '../../src/contracts/work-item.ts'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Config } from '../../src/core/settings/config-schema.ts'
import type { Phase } from '../../src/contracts/phases.ts'
import type { Rejection } from '../../src/contracts/rejections.ts'
import type { Result } from '../../src/contracts/result.ts'
import type { Begun } from '../../src/contracts/commands.ts'
import type { AutoExecutionState, RunResult } from '../../src/contracts/run-state.ts'
import type { ProjectWorld } from '../../src/testkit/worlds/project-world.ts'
import { bundled } from './bundled.ts'

const RECORDER = new URL('recording-disk.mjs', import.meta.url).href
const TRAP = new URL('trap.mjs', import.meta.url).href

export interface DurableCall {
  kind: 'append' | 'sync' | 'replace'
  /** The number of lines, for an append. */
  lines: number
}

export interface CrashPoint {
  /** The number of the durable call: append, sync or replace. */
  call: number
  /** A number: after that many lines. */
  at: 'before' | 'half' | 'after' | 'lost' | number
}

/** `launch` closes the host after the first launch, `stop` stops the run, `state` only looks. */
type Begin = 'start' | 'launch' | 'stop' | 'recover' | 'phase' | 'state'

export interface HostProgram {
  /** Null only opens the host, until its stdin ends. */
  begin: { command: Begin; item: WorkItem; phase?: Phase } | null
  config?: Config
  crash?: CrashPoint | null
  /** Opens only on `go`, so that many can do so at the same moment. */
  waits?: boolean
  /** A file that records the order of its writes, syncs and launches. */
  notes?: string
  /** A file that names the write or rename right after which it dies, once there is one. */
  trap?: string
}

type Line =
  | { type: 'ready' }
  | { type: 'open' }
  | { type: 'refused' }
  | { type: 'begun'; reply: Result<Begun, Rejection> }
  | { type: 'result'; result: RunResult }
  | ({ type: 'state' } & Pick<AutoExecutionState, 'status' | 'reason'>)
  | { type: 'closed'; calls: DurableCall[]; resources: string[]; open: string[] }

type Of<T extends Line['type']> = Extract<Line, { type: T }>

/** A host in its own process. */
export class HostProcess {
  readonly child: ChildProcess
  readonly lines: Line[] = []
  readonly ended: Promise<{ code: number | null; signal: string | null; errors: string }>
  readonly #waiting = new Set<() => void>()
  #hasEnded = false

  constructor(
    world: ProjectWorld,
    { begin, config = {}, crash = null, waits = false, notes, trap }: HostProgram,
  ) {
    const task = {
      projectDir: world.folders.projectDir,
      config: { exclusiveWorkingTree: false, ...config },
      env: world.env,
      begin,
      crash,
      waits,
    }
    const preload = [
      ...(notes === undefined ? [] : ['--import', RECORDER]),
      ...(trap === undefined ? [] : ['--import', TRAP]),
    ]
    this.child = spawn(
      process.execPath,
      [...preload, bundled('host-program.mjs'), JSON.stringify(task)],
      {
        stdio: ['pipe', 'pipe', 'pipe'],
        env: { ...process.env, SDD_DISK_NOTES: notes, SDD_TRAP: trap },
      },
    )
    this.ended = this.#listen()
  }

  get pid(): number {
    if (this.child.pid === undefined) throw new Error('the host was not started')
    return this.child.pid
  }

  /** The first line of that type, past or future; fails when the process ends without it. */
  async line<T extends Line['type']>(type: T): Promise<Of<T>> {
    for (;;) {
      const line = this.lines.find((candidate): candidate is Of<T> => candidate.type === type)
      if (line !== undefined) return line
      if (this.#hasEnded) throw new Error(`ended without ${type}: ${(await this.ended).errors}`)
      await new Promise<void>((resolve) => this.#waiting.add(resolve))
    }
  }

  /** Like `line`, but null when the process ends without it. */
  lineOrEnd<T extends Line['type']>(type: T): Promise<Of<T> | null> {
    return this.line(type).catch(() => null)
  }

  go(): void {
    this.child.stdin?.write('go\n')
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL')
    await this.ended
  }

  /** Closes an open host gracefully. */
  async close(): Promise<void> {
    this.child.stdin?.end()
    await this.ended
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill()
  }

  async #listen(): Promise<{ code: number | null; signal: string | null; errors: string }> {
    const { stdout, stderr } = this.child
    if (!stdout || !stderr) throw new Error('the host has no output')
    let errors = ''
    stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
    createInterface(stdout).on('line', (line) => {
      this.lines.push(JSON.parse(line) as Line)
      this.#wake()
    })
    const [code, signal] = (await once(this.child, 'close')) as [number | null, string | null]
    this.#hasEnded = true
    this.#wake()
    return { code, signal, errors }
  }

  #wake(): void {
    for (const wake of this.#waiting) wake()
    this.#waiting.clear()
  }
}
