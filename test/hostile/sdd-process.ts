import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { HostileRepository } from './repository.ts'

const PROGRAM = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))
/** The exit code after an uncaught error. */
export const BUG = 1

interface Ended {
  code: number | null
  output: string
}

/** `sdd`, running in a hostile repository. */
export class SddProcess {
  output = ''
  readonly ended: Promise<Ended>
  readonly #child
  #look: () => void = () => undefined

  constructor(repository: HostileRepository, args: string[]) {
    this.#child = spawn(process.execPath, [PROGRAM, ...args], {
      cwd: repository.project,
      env: repository.env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.output += text
        this.#look()
      })
    this.ended = once(this.#child, 'close').then(() => ({
      code: this.#child.exitCode,
      output: this.output,
    }))
  }

  /** Waits for these words; false when it ends without them. */
  says(words: string): Promise<boolean> {
    const said = new Promise<boolean>((resolve) => {
      this.#look = () => this.output.includes(words) && resolve(true)
      this.#look()
    })
    return Promise.race([said, this.ended.then(() => this.output.includes(words))])
  }

  end(): Promise<Ended> {
    this.#child.kill('SIGTERM')
    return this.ended
  }
}
