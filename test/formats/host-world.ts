import { settingsFrom } from '../../src/host/config/settings.ts'
import { realFiles } from '../../src/host/files/durable-files.ts'
import { openHost, type Host } from '../../src/host/main.ts'
import { FixtureWorld } from './fixture-world.ts'

/** A fixture with an open host. */
export class HostWorld extends FixtureWorld {
  #host: Host | null = null

  async host(): Promise<Host> {
    const env = { PATH: process.env['PATH'], ...this.env }
    const settings = settingsFrom({})
    this.#host ??= await openHost({ folders: this.folders, settings, env, files: realFiles })
    if (this.#host === null) throw new Error('another host is alive')
    return this.#host
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#host?.close()
    this[Symbol.dispose]()
  }
}
