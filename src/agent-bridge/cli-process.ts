import { type ChildProcess, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'

const GRACE_MS = 2000

/** The CLI behind the bridge. It shares our process group, so that a stop reaches both. */
export class CliProcess {
  readonly stdin: Writable
  readonly stdout: Readable
  readonly ended: Promise<{ code: number | null; error: string | null }>
  readonly #child: ChildProcess

  constructor(command: string, args: readonly string[]) {
    // It inherits our stderr, which is a log file.
    const child = spawn(command, args, {
      stdio: ['pipe', 'pipe', 'inherit'],
      // Where answers are given is no business of the agent.
      env: { ...process.env, SDD_AGENT_DIR: undefined },
    })
    this.#child = child
    this.stdin = child.stdin
    this.stdout = child.stdout
    // Writing to a CLI that has ended fails; how it ended is reported elsewhere.
    this.stdin.on('error', () => undefined)
    this.ended = new Promise((resolve) => {
      child.once('error', (error) => resolve({ code: null, error: error.message }))
      child.once('close', (code) => resolve({ code, error: null }))
    })
  }

  /** Closes its input, which should end it; otherwise it gets SIGTERM, then SIGKILL. */
  async end(): Promise<void> {
    this.stdin.end()
    if (!(await this.#isOver(GRACE_MS))) await this.stop()
  }

  /** Takes less time than the host grants us before it kills us. */
  async stop(): Promise<void> {
    this.#child.kill('SIGTERM')
    if (await this.#isOver(GRACE_MS)) return
    this.#child.kill('SIGKILL')
    await this.ended
  }

  async #isOver(withinMs: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), withinMs)
    })
    const isOver = await Promise.race([this.ended.then(() => true), late])
    clearTimeout(timer)
    return isOver
  }
}
