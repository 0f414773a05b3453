import { isSpecRow } from '../../src/contracts/views/board.ts'
import { specNamed } from '../../src/contracts/work-item.ts'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openHost } from '../../src/host/main.ts'
import { readStatuses } from '../../src/host/items/spec-status.ts'
import { settingsFrom } from '../../src/host/config/settings.ts'
import { buildPrompt } from '../../src/host/prompts/build-prompt.ts'
import { openSettings } from '../../src/host/config/open-settings.ts'
import { CliWorld } from '../../src/testkit/worlds/cli-world.ts'
import { openWorld, ProjectWorld } from '../../src/testkit/worlds/project-world.ts'
import { agentsOf, entriesOf } from '../integration/flows/flow-world.ts'

const SECRET = 'the private key\n'

/** A folder outside the project with a file that must stay untouched. */
function outside(root: string): { folder: string; file: string; isUntouched: () => boolean } {
  const folder = join(root, 'outside')
  const file = join(folder, '.bashrc')
  mkdirSync(folder)
  writeFileSync(file, SECRET)
  const before = readdirSync(folder).join()
  return {
    folder,
    file,
    isUntouched: () =>
      readFileSync(file, 'utf8') === SECRET && readdirSync(folder).join() === before,
  }
}

/** Puts a link at this path, in place of what is there. */
function link(path: string, target: string): void {
  rmSync(path, { recursive: true, force: true })
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(target, path)
}

/** Moves the folder out of the project and leaves a link to it. */
function moveOut(path: string, to: string): void {
  mkdirSync(path, { recursive: true })
  renameSync(path, to)
  symlinkSync(to, path)
}

describe('a link in a spec', () => {
  it.each(['event-log.jsonl', 'spec.json'])(
    'T3 refuses every command of a spec whose %s is a link out of the project, and says so',
    async (name) => {
      await using world = await openWorld()
      const a = await world.newSpec('a')
      const person = outside(world.root)
      const path = join(world.specDir(a), name)
      if (name === 'spec.json') renameSync(path, person.file)
      link(path, person.file)
      const before = readFileSync(person.file, 'utf8')
      const refused = { ok: false, error: { code: 'LINK_REFUSED', path } }
      expect(await world.host.coordinator.start(a)).toEqual(refused)
      expect(await world.host.coordinator.approve(a, 'requirements')).toEqual(refused)
      expect(await world.host.coordinator.tell(a, 'hello')).toEqual(refused)
      expect(readFileSync(person.file, 'utf8')).toBe(before)
      expect(world.mock.calls()).toEqual([])
      expect(readStatuses(world.folders, 'spec')[0]?.problem).toContain(`${path} is a link`)
      const board = await world.host.call('board', {})
      expect(board.ok && board.value.rows.filter(isSpecRow)[0]?.problem).toContain(
        `${path} is a link`,
      )
    },
  )

  it('T3 a journal that is a link inside of the project is not written through either', async () => {
    await using world = await openWorld()
    const a = await world.newSpec('a')
    const path = join(world.specDir(a), 'event-log.jsonl')
    const inside = join(world.folders.projectDir, 'notes.jsonl')
    renameSync(path, inside)
    symlinkSync(inside, path)
    const before = readFileSync(inside, 'utf8')
    expect(await world.host.coordinator.start(a)).toMatchObject({ error: { code: 'LINK_REFUSED' } })
    expect(readFileSync(inside, 'utf8')).toBe(before)
    expect(readStatuses(world.folders, a)[0]?.problem).toContain('is a link')
  })

  it('T3 a link in the place of a temporary file is refused by name and not written through', async () => {
    await using world = await openWorld()
    const a = await world.newSpec('a')
    const person = outside(world.root)
    link(join(world.specDir(a), `spec.json.${process.pid}.tmp`), person.file)
    expect(await world.run(a)).toMatchObject({ status: 'error', reason: 'host-failed' })
    expect(entriesOf(world, a, 'run.failed')[0]?.detail).toContain(`spec.json.${process.pid}.tmp`)
    expect(agentsOf(world, a)).toEqual([])
    expect(person.isUntouched()).toBe(true)
  })

  it.each(['requirements.md', 'tasks.md'])(
    'T3 a %s that leads out of the project is neither read nor given to an agent',
    async (name) => {
      await using world = await openWorld()
      const a = await world.newSpec('a')
      const person = outside(world.root)
      const path = join(world.specDir(a), name)
      link(path, person.file)
      expect(await world.host.coordinator.start(a)).toEqual({
        ok: false,
        error: { code: 'LINK_REFUSED', path },
      })
      expect(world.mock.calls()).toEqual([])
      expect(person.isUntouched()).toBe(true)
      const board = await world.host.call('board', {})
      expect(board.ok && board.value.rows.filter(isSpecRow)[0]?.problem).toContain(
        `${path} is a link`,
      )
    },
  )

  it('T3 a document that is a link inside of the project is read', async () => {
    await using world = await openWorld()
    const a = await world.newSpec('a')
    const shared = join(world.folders.projectDir, 'shared.md')
    writeFileSync(shared, '# Requirements\n\n1. It works.\n')
    link(join(world.specDir(a), 'requirements.md'), shared)
    expect(await world.host.coordinator.approve(a, 'requirements')).toMatchObject({ ok: true })
  })

  it('T3 the folder of a spec that is a link is shown and refused', async () => {
    await using world = await openWorld()
    const a = await world.newSpec('a')
    const to = join(world.root, 'elsewhere')
    moveOut(world.specDir(a), to)
    const before = readdirSync(to).map((name) => readFileSync(join(to, name), 'utf8'))
    expect(await world.host.coordinator.start(a)).toEqual({
      ok: false,
      error: { code: 'LINK_REFUSED', path: world.specDir(a) },
    })
    expect(readStatuses(world.folders, 'spec')).toMatchObject([{ item: specNamed('a') }])
    expect(readStatuses(world.folders, 'spec')[0]?.problem).toContain('is a link')
    expect(await world.host.call('archive', { item: a })).toMatchObject({ ok: false })
    expect(readdirSync(to).map((name) => readFileSync(join(to, name), 'utf8'))).toEqual(before)
  })

  it('T3 comments are not written through a link', async () => {
    await using world = await openWorld()
    const a = await world.newSpec('a')
    const person = outside(world.root)
    link(join(world.specDir(a), 'comments.json'), person.file)
    const comment = { item: a, document: 'design.md', line: 1, quote: 'q', text: 't' }
    expect(await world.host.call('comment', comment)).toMatchObject({
      ok: false,
      error: { code: 'LINK_REFUSED' },
    })
    expect(person.isUntouched()).toBe(true)
  })
})

describe('a link among the folders of a project', () => {
  it.each([
    '.kiro',
    '.kiro/specs',
    '.kiro/bugs',
    '.kiro/runtime',
    '.kiro/runtime/runs',
    '.kiro/runtime/.gitignore',
  ])('T3 no host opens a project whose %s leads out of it', async (name) => {
    await using world = new ProjectWorld()
    const path = join(world.folders.projectDir, name)
    const person = outside(world.root)
    link(path, name.endsWith('.gitignore') ? join(person.folder, 'made') : person.folder)
    const options = { folders: world.folders, settings: settingsFrom({}), env: world.env }
    await expect(openHost(options)).rejects.toMatchObject({ path })
    expect(person.isUntouched()).toBe(true)
  })

  it.each(['.kiro', '.kiro/specs', '.kiro/runtime'])(
    'T3 the command line names the link and the remedy when %s is one',
    async (name) => {
      const world = new CliWorld()
      try {
        await world.spec('a')
        const path = join(world.project, name)
        moveOut(path, join(world.root, 'moved'))
        const run = await world.sdd(['run', 'a'])
        expect(run.code).toBe(2)
        expect(run.stderr).toContain(`${path} is a symbolic link`)
        expect(run.stderr).toContain('Replace it with a real file or folder')
        const status = await world.sdd(['status'])
        if (name !== '.kiro/runtime') expect(status.stderr).toContain(`${path} is a symbolic link`)
        expect(status.stderr).not.toContain('Internal error')
        expect(world.mock.calls()).toEqual([])
      } finally {
        await world.dispose()
      }
    },
  )

  it('T3 archive and trash do not move a spec through a link', async () => {
    await using world = await openWorld()
    const a = await world.newSpec('a')
    const person = outside(world.root)
    link(world.folders.archiveDir, person.folder)
    link(join(world.folders.runtimeDir, 'trash'), person.folder)
    const refused = { ok: false, error: { code: 'LINK_REFUSED' } }
    expect(await world.host.call('archive', { item: a })).toMatchObject(refused)
    expect(await world.host.call('deleteSpec', { item: a })).toMatchObject(refused)
    expect(person.isUntouched()).toBe(true)
    expect(existsSync(world.specDir(a))).toBe(true)
  })

  it('T3 a run marker is not written through a link', async () => {
    await using world = await openWorld()
    const a = await world.newSpec('a')
    const person = outside(world.root)
    link(join(world.folders.runtimeDir, 'runs', 'a.json'), person.file)
    await world.host.coordinator.start(a)
    expect(person.isUntouched()).toBe(true)
    expect(world.mock.calls()).toEqual([])
  })

  it('T3 the way to the project itself may be a link', async () => {
    await using world = new ProjectWorld()
    const real = join(world.root, 'real')
    renameSync(world.folders.projectDir, real)
    symlinkSync(real, world.folders.projectDir)
    await world.open()
    expect(await world.run(await world.newSpec('a'))).toMatchObject({ status: 'completed' })
  })
})

describe('what an agent or the configuration is made of', () => {
  it('T3 a prompt that leads out of the project is not given to an agent', async () => {
    await using world = await openWorld()
    const a = await world.newSpec('a')
    const person = outside(world.root)
    for (const folder of ['prompts', 'sdd/prompts'])
      link(join(world.folders.kiroDir, folder, 'requirements.md'), person.file)
    expect(await world.host.coordinator.start(a)).toMatchObject({ ok: false })
    const ask = { specDir: world.specDir(a), item: specNamed('a'), phase: 'requirements' } as const
    const more = { projectDir: world.folders.projectDir, language: 'en', description: '' }
    const none = { round: null, mode: null, rejection: null, instructions: [], isReminder: false }
    const decided = { decisions: [], rerun: null, returned: [], allowed: [], skipsTasks: false }
    const rest = { findings: [], checks: [], failedChecks: [], isIsolated: false, isNudge: false }
    expect(() => buildPrompt({ ...ask, ...more, ...none, ...decided, ...rest })).toThrow(
      'is a link',
    )
    expect(world.mock.calls()).toEqual([])
  })

  it('T3 a steering folder that leads out of the project is not read', async () => {
    await using world = await openWorld()
    const a = await world.newSpec('a')
    const person = outside(world.root)
    writeFileSync(join(person.folder, 'notes.md'), SECRET)
    link(join(world.folders.kiroDir, 'steering'), person.folder)
    expect(await world.run(a)).toMatchObject({ status: 'error' })
    expect(world.mock.calls()).toEqual([])
  })

  it('T3 a configuration that leads out of the project is not read', async () => {
    await using world = await openWorld()
    const file = join(world.root, 'config.json')
    appendFileSync(file, '{"agent":"simulated"}')
    const path = join(world.folders.kiroDir, 'sdd-orchestrator.json')
    link(path, file)
    expect(() => openSettings(world.folders.projectDir, world.env)).toThrow(`${path} is a link`)
  })
})
