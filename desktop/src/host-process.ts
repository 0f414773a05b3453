import { spawn, type ChildProcess } from 'node:child_process'

const KEPT_STDERR_CHARACTERS = 2000

export interface HostCommand {
  command: string
  args: string[]
}

interface HostListener {
  /** The page's address; called again when another process takes over at another address. */
  served(link: string): void
  ended(words: string): void
}

/** `sdd serve` as a child process: it is the host, or stands by while another process is. */
export class HostProcess {
  readonly #child: ChildProcess
  readonly #listener: HostListener
  #words = ''
  #rest = ''
  #isOver = false

  constructor({ command, args }: HostCommand, listener: HostListener) {
    this.#listener = listener
    this.#child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => this.#read(text))
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#words = (this.#words + text).slice(-KEPT_STDERR_CHARACTERS)
    })
    this.#child.once('error', (error) => this.#end(error.message))
    this.#child.once('close', () => this.#end(this.#words))
  }

  /** Running agents continue without it. */
  stop(): void {
    this.#isOver = true
    this.#child.kill('SIGTERM')
  }

  #end(words: string): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#listener.ended(words)
  }

  #read(text: string): void {
    const lines = (this.#rest + text).split('\n')
    this.#rest = lines.pop() ?? ''
    for (const line of lines) {
      const link = linkIn(line)
      if (link !== null) this.#listener.served(link)
    }
  }
}

function linkIn(line: string): string | null {
  try {
    const message = JSON.parse(line) as { type?: unknown; link?: unknown }
    const isAddress = message.type === 'serving' || message.type === 'attached'
    return isAddress && typeof message.link === 'string' ? message.link : null
  } catch {
    return null
  }
}
