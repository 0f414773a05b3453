import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { WAIT } from './wait.ts'

/** A git on the PATH that waits before one of its commands, until it is released. */
export class HeldGit {
  readonly #dir: string

  constructor(dir: string, command: string) {
    this.#dir = dir
    mkdirSync(dir, { recursive: true })
    writeFileSync(this.#hold, '')
    const git = execFileSync('which', ['git'], { encoding: 'utf8' }).trim()
    const script = `#!/bin/sh
case " $* " in *" ${command} "*)
  if [ -e '${this.#hold}' ]; then
    : > '${this.#held}'
    while [ -e '${this.#hold}' ]; do sleep 0.02; done
  fi
esac
exec '${git}' "$@"
`
    writeFileSync(join(dir, 'git'), script, { mode: 0o755 })
  }

  /** Runs a program with this git. */
  get prefix(): string[] {
    return ['env', `PATH=${this.path}`]
  }

  get path(): string {
    return `${this.#dir}:${process.env['PATH']}`
  }

  async held(): Promise<void> {
    await vi.waitFor(() => expect(existsSync(this.#held)).toBe(true), WAIT)
  }

  release(): void {
    rmSync(this.#hold, { force: true })
  }

  get #hold(): string {
    return join(this.#dir, 'hold')
  }

  get #held(): string {
    return join(this.#dir, 'held')
  }
}
