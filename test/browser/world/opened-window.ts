import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Browser } from 'playwright-core'
import { isPidAlive, until } from '../../../src/testkit/worlds/agent-world.ts'
import { CliProcess, type CliWorld } from '../../../src/testkit/worlds/cli-world.ts'
import type { Desktop } from './desktop.ts'

const CHROMIUM = process.env['SDD_CHROMIUM'] ?? '/usr/bin/chromium'
const PACKAGE = fileURLToPath(new URL('../../..', import.meta.url))

/** `sdd open`, run by the user of that desktop. */
export class OpenedWindow {
  readonly sdd: CliProcess
  readonly #profile: string

  constructor(world: CliWorld, desktop: Desktop) {
    const env = { ...world.env, DISPLAY: desktop.display, SDD_BROWSER: browserOf(world, desktop) }
    const program = join(world.root, 'package', 'dist', 'cli', 'main.js')
    const child = spawn(process.execPath, [program, 'open'], {
      cwd: world.project,
      env,
      ...desktop.user,
    })
    child.stdin.end()
    this.sdd = new CliProcess(child)
    this.#profile = join(world.root, 'state', 'sdd-orchestrator', 'browser-profile')
  }

  async browser(): Promise<Browser> {
    const note = join(this.#profile, 'DevToolsActivePort')
    const port = (): string => readFileSync(note, 'utf8').split('\n')[0] ?? ''
    await until(() => existsSync(note) && port() !== '')
    return chromium.connectOverCDP(`http://127.0.0.1:${port()}`)
  }

  /** Waits for the browser's end: it writes to its profile until then. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.sdd.signal('SIGINT')
    await this.sdd.ended
    const lock = join(this.#profile, 'SingletonLock')
    const pid = Number(linkText(lock).split('-').at(-1))
    if (!(pid > 0)) return
    if (isPidAlive(pid)) process.kill(pid, 'SIGTERM')
    await until(() => !isPidAlive(pid))
  }
}

/** Copies the package: this user may not be able to read the clone's folder. */
export function installPackage(world: CliWorld): void {
  for (const name of ['dist', 'prompts', 'package.json'])
    cpSync(join(PACKAGE, name), join(world.root, 'package', name), { recursive: true })
}

/** Chromium with a debugging port; without a sandbox only if the system does not allow one. */
function browserOf(world: CliWorld, { user }: Desktop): string {
  const path = join(world.bin, 'chromium')
  const home = join(world.root, 'home')
  const tried = spawnSync(CHROMIUM, ['--headless', '--disable-gpu', '--dump-dom', 'about:blank'], {
    env: { ...world.env, HOME: home },
    ...user,
  })
  const flags = tried.status === 0 ? '' : '--no-sandbox --test-type'
  writeFileSync(path, `#!/bin/sh\nexec '${CHROMIUM}' --remote-debugging-port=0 ${flags} "$@"\n`)
  chmodSync(path, 0o755)
  return path
}

function linkText(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}
