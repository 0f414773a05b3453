import { execFileSync } from 'node:child_process'

const ip = (...args: string[]): string =>
  execFileSync('ip', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

/** A separate network, like that of another computer, with one cable to this one. Needs root. */
export class Namespace implements Disposable {
  /** This computer's address on the cable. */
  readonly address: string
  readonly #name: string
  readonly #cable: string

  constructor() {
    const own = process.pid % 65_536
    const net = `10.${200 + (own >> 14)}.${own & 0x3f}`
    this.#name = `sdd-${own}`
    this.#cable = `sdd${own}`
    this.address = `${net}.1`
    const far = `${this.#cable}p`
    ip('netns', 'add', this.#name)
    ip('link', 'add', this.#cable, 'type', 'veth', 'peer', 'name', far, 'netns', this.#name)
    ip('addr', 'add', `${this.address}/24`, 'dev', this.#cable)
    ip('link', 'set', this.#cable, 'up')
    ip('-n', this.#name, 'addr', 'add', `${net}.2/24`, 'dev', far)
    for (const link of ['lo', far]) ip('-n', this.#name, 'link', 'set', link, 'up')
  }

  /** The command that runs a program in it. */
  get prefix(): string[] {
    return ['ip', 'netns', 'exec', this.#name]
  }

  /** Nobody is told. */
  pull(): void {
    ip('link', 'set', this.#cable, 'down')
  }

  plugIn(): void {
    ip('link', 'set', this.#cable, 'up')
  }

  [Symbol.dispose](): void {
    ip('link', 'del', this.#cable)
    ip('netns', 'del', this.#name)
  }
}
