import { spawn, type ChildProcess } from 'node:child_process'

const KEPT_WORDS = 2000

export interface HostCommand {
  command: string
  args: string[]
}

interface HostListener {
  /** Where the page is from now on; told again when another process took over elsewhere. */
  served(link: string): void
  ended(words: string): void
}

/** `sdd serve` as a child: it is the host, or waits beside the one that is. */
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
      this.#words = (this.#words + text).slice(-KEPT_WORDS)
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
    const told = JSON.parse(line) as { type?: unknown; link?: unknown }
    const isPlace = told.type === 'serving' || told.type === 'attached'
    return isPlace && typeof told.link === 'string' ? told.link : null
  } catch {
    return null
  }
}
