import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openProjectSet } from '../../src/host/main.ts'
import { setPersonal } from '../../src/host/config/personal-config.ts'
import { OpenProjects } from '../../src/host/project/open-projects.ts'

/** A user with umask 0: files are open to everyone unless created with a mode. */
class Person {
  readonly root = mkdtempSync(join(tmpdir(), 'sdd-person-'))
  readonly #umask = process.umask(0)
  readonly env = {
    PATH: process.env['PATH'],
    HOME: join(this.root, 'home'),
    XDG_CONFIG_HOME: join(this.root, 'config'),
    XDG_STATE_HOME: join(this.root, 'state'),
  }

  get configFile(): string {
    return join(this.root, 'config', 'sdd-orchestrator', 'config.json')
  }

  get stateDir(): string {
    return join(this.root, 'state', 'sdd-orchestrator')
  }

  folder(name: string): string {
    const dir = join(this.root, name)
    mkdirSync(dir, { recursive: true })
    return dir
  }

  [Symbol.dispose](): void {
    process.umask(this.#umask)
    rmSync(this.root, { recursive: true, force: true })
  }
}

const modeOf = (path: string): string => (lstatSync(path).mode & 0o777).toString(8)

/** Everything below a folder, with its mode. */
const modesIn = (dir: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(dir, { recursive: true, encoding: 'utf8' }).map((name) => [
      name,
      modeOf(join(dir, name)),
    ]),
  )

describe('personal files', () => {
  it('T8 the configuration is for its owner alone, also when it was open before', async () => {
    using person = new Person()
    await setPersonal(person.env, 'concurrency', [3])
    expect([modeOf(person.configFile), modeOf(dirname(person.configFile))]).toEqual(['600', '700'])
    chmodSync(person.configFile, 0o644)
    chmodSync(dirname(person.configFile), 0o755)
    await setPersonal(person.env, 'concurrency', [4])
    expect([modeOf(person.configFile), modeOf(dirname(person.configFile))]).toEqual(['600', '700'])
  })

  it('T8 so is a configuration that is kept elsewhere, whose folder stays as it is', async () => {
    using person = new Person()
    const kept = join(person.folder('dotfiles'), 'sdd.json')
    writeFileSync(kept, '{}')
    chmodSync(dirname(kept), 0o755)
    person.folder('config/sdd-orchestrator')
    symlinkSync(kept, person.configFile)
    await setPersonal(person.env, 'concurrency', [3])
    expect([modeOf(kept), modeOf(dirname(kept))]).toEqual(['600', '755'])
  })

  it('T8 so is everything in the state folder', async () => {
    using person = new Person()
    const projects = await openProjectSet({ env: person.env })
    await projects.reopen(new OpenProjects(person.env, null))
    for (const name of ['one', 'two'])
      await projects.calls.openProject({ dir: person.folder(name) }, { kind: 'local' })
    projects.server.link()
    await projects.close()
    expect(modeOf(person.stateDir)).toBe('700')
    const modes = modesIn(person.stateDir)
    expect(Object.keys(modes)).toEqual(
      expect.arrayContaining(['access.json', 'recent.json', 'open-projects']),
    )
    for (const [name, mode] of Object.entries(modes))
      expect([name, mode]).toEqual([name, expect.stringMatching(/^[67]00$/)])
  })
})
