import { styleText } from 'node:util'
import type { CommandOutput } from '../host/checks/run-manually.ts'
import { LiveBlock } from './run/view/live-block.ts'
import { safeJson, safeStream, safeText } from './words/safe-text.ts'

type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan'
type Stream = NodeJS.WriteStream & { fd: number }

interface Streams {
  stdout: Stream
  stderr: Stream
}

/** A line for scripts; its `type` says which schema of `json/` it follows. */
export interface JsonLine {
  type: string
  [field: string]: unknown
}

/** Everything a command prints. With `--json` stdout carries nothing but JSON lines. */
export class Output {
  readonly isJson: boolean
  /** Interactive: a terminal that can be redrawn. */
  readonly isLive: boolean
  readonly #streams: Streams
  readonly #hasColour: boolean
  readonly #closed = new AbortController()
  #block: LiveBlock | null = null

  constructor(isJson: boolean, env: NodeJS.ProcessEnv, streams: Streams = process) {
    const isTerminal = streams.stdout.isTTY && env['TERM'] !== 'dumb'
    this.isJson = isJson
    this.#streams = streams
    this.isLive = isTerminal && !isJson
    this.#hasColour = this.isLive && !env['NO_COLOR']
    // A reader that exits early (`| head`) is not an error: the command continues or ends without
    // it.
    for (const stream of [streams.stdout, streams.stderr])
      stream.on('error', () => this.#closed.abort())
  }

  /** Fires when the reader is gone. */
  get closed(): AbortSignal {
    return this.#closed.signal
  }

  say(text: string): void {
    this.#print(this.isJson ? this.#streams.stderr : this.#streams.stdout, text)
  }

  warn(text: string): void {
    this.#print(this.#streams.stderr, text)
  }

  data(line: JsonLine): void {
    if (this.isJson) this.#write(this.#streams.stdout, `${safeJson(line)}\n`)
  }

  /**
   * For what a command prints that we run: a file or a pipe gets its bytes as they are, a terminal
   * gets its text. With `--json`, stdout is for JSON lines only.
   */
  forCommand(): CommandOutput {
    const stream = this.isJson ? this.#streams.stderr : this.#streams.stdout
    if (!stream.isTTY) return { fd: stream.fd }
    return safeStream(this.#hasColour, (text) => this.#write(stream, text))
  }

  style(style: Style, text: string): string {
    return this.#hasColour ? styleText(style, text) : text
  }

  /** Keeps these lines at the bottom of the terminal until `endLive`. */
  beginLive(lines: () => string[]): void {
    if (!this.isLive) return
    const clean = (): string[] => lines().map((line) => safeText(line, this.#hasColour))
    const { stdout } = this.#streams
    this.#block = new LiveBlock(
      {
        write: (text) => this.#write(stdout, text),
        get columns() {
          return stdout.columns
        },
        get rows() {
          return stdout.rows
        },
      },
      clean,
    )
  }

  endLive(): void {
    this.#block?.close()
    this.#block = null
  }

  /** Resolves when everything printed has left the process. */
  async flush(): Promise<void> {
    const { stdout, stderr } = this.#streams
    for (const stream of [stdout, stderr]) {
      if (this.closed.aborted || !stream.writable) continue
      await new Promise<void>((resolve) => stream.write('', () => resolve()))
    }
  }

  #print(stream: Stream, text: string): void {
    const safe = safeText(text, this.#hasColour && stream.isTTY)
    if (this.#block && stream.isTTY) this.#block.printAbove(safe)
    else this.#write(stream, `${safe}\n`)
  }

  #write(stream: Stream, text: string): void {
    if (!this.closed.aborted) stream.write(text)
  }
}
