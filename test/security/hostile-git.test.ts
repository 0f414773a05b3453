import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Changes, Patch } from '../../src/contracts/views/changes.ts'
import { openWorld, type ProjectWorld } from '../../src/testkit/worlds/project-world.ts'

const at = '2025-01-01T00:00:00Z'

function git(world: ProjectWorld, cwd: string, ...args: string[]): string {
  const env = {
    PATH: process.env['PATH'],
    HOME: world.root,
    GIT_COMMITTER_DATE: at,
    GIT_AUTHOR_DATE: at,
  }
  const who = ['-c', 'user.name=Me', '-c', 'user.email=me@example.com']
  return execFileSync('git', [...who, ...args], { cwd, env, encoding: 'utf8' }).trim()
}

/** A program that leaves a trace when it runs. */
function trap(world: ProjectWorld): { program: string; trace: string; wasRun: () => boolean } {
  const trace = join(world.root, 'trace')
  const program = join(world.root, 'trap.sh')
  writeFileSync(program, `#!/bin/sh\necho "$0 $*" >> '${trace}'\n`)
  chmodSync(program, 0o755)
  return { program, trace, wasRun: () => existsSync(trace) }
}

/** A repository with this git configuration and a committed file that has changed since. */
async function hostileRepository(
  world: ProjectWorld,
  { config, attributes }: { config: string; attributes: string },
): Promise<void> {
  const { projectDir } = world.folders
  git(world, projectDir, 'init', '-q')
  writeFileSync(join(projectDir, 'code.txt'), 'one\n')
  git(world, projectDir, 'add', '-A')
  git(world, projectDir, 'commit', '-q', '-m', 'first')
  writeFileSync(join(projectDir, 'code.txt'), 'two\n')
  writeFileSync(join(projectDir, 'new.txt'), 'new\n')
  writeFileSync(join(projectDir, '.gitattributes'), attributes)
  appendFileSync(join(projectDir, '.git', 'config'), config)
}

async function changes(world: ProjectWorld): Promise<Changes & { patches?: Patch[] }> {
  const item = await world.newSpec('a')
  const reply = await world.host.call('changes', { item })
  if (!reply.ok) throw new Error(JSON.stringify(reply.error))
  if (reply.value.state !== 'ok') return reply.value
  const { base, files } = reply.value
  const patches = await world.host.call('patches', { item, base: base.hash, files })
  if (!patches.ok) throw new Error(JSON.stringify(patches.error))
  return { ...reply.value, patches: patches.value }
}

const TRAPS: Record<string, (program: string) => { config: string; attributes?: string }> = {
  'a clean filter': (program) => ({
    config: `[filter "evil"]\n\tclean = ${program}\n\trequired = true\n`,
    attributes: '* filter=evil\n',
  }),
  'a filter process': (program) => ({
    config: `[filter "evil"]\n\tprocess = ${program}\n\trequired = true\n`,
    attributes: '* filter=evil\n',
  }),
  'a filter whose name no option can hold': (program) => ({
    config: `[filter "a=b.c"]\n\tclean = ${program}\n\tprocess = ${program}\n`,
    attributes: '* filter=a=b.c\n',
  }),
  'a filter with an empty name': (program) => ({
    config: `[filter ""]\n\tclean = ${program}\n`,
    attributes: '* filter=\n',
  }),
  'a file system monitor': (program) => ({ config: `[core]\n\tfsmonitor = ${program}\n` }),
  hooks: (program) => ({ config: `[core]\n\thooksPath = ${program}\n` }),
  'an external diff': (program) => ({ config: `[diff]\n\texternal = ${program}\n` }),
  'a diff driver': (program) => ({
    config: `[diff "evil"]\n\tcommand = ${program}\n\ttextconv = ${program}\n`,
    attributes: '* diff=evil\n',
  }),
  'a pager': (program) => ({
    config: `[core]\n\tpager = ${program}\n[pager]\n\tdiff = ${program}\n\tlog = ${program}\n`,
  }),
}

describe('looking at the changes of a repository', () => {
  it.each(Object.entries(TRAPS))('T7 runs nothing of it: %s', async (_, configure) => {
    await using world = await openWorld()
    const { program, wasRun } = trap(world)
    const { config, attributes = '' } = configure(program)
    await hostileRepository(world, { config, attributes })
    const shown = await changes(world)
    expect(wasRun()).toBe(false)
    expect(shown).toMatchObject({ state: 'ok' })
    expect(JSON.stringify(shown)).toContain('-one\\n+two')
    expect(JSON.stringify(shown)).toContain('+new')
  })

  it('T7 the traps are real: git by itself runs them', async () => {
    await using world = await openWorld()
    const { program, trace, wasRun } = trap(world)
    const { projectDir } = world.folders
    for (const name of ['a clean filter', 'a file system monitor', 'an external diff']) {
      const { config, attributes = '' } = TRAPS[name]?.(program) ?? { config: '' }
      await hostileRepository(world, { config, attributes })
      git(world, projectDir, 'diff', 'HEAD')
      expect(wasRun(), name).toBe(true)
      rmSync(trace)
      rmSync(join(projectDir, '.git'), { recursive: true })
    }
  })

  it('T7 a signed commit is not verified by a program that the repository names', async () => {
    await using world = await openWorld()
    const { program, wasRun } = trap(world)
    const { projectDir } = world.folders
    git(world, projectDir, 'init', '-q')
    const tree = git(world, projectDir, 'write-tree')
    const who = 'Me <me@example.com> 1735689600 +0000'
    const signature = 'gpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----'
    const text = `tree ${tree}\nauthor ${who}\ncommitter ${who}\n${signature}\n\nsigned\n`
    const file = join(world.root, 'commit')
    writeFileSync(file, text)
    const commit = git(world, projectDir, 'hash-object', '-t', 'commit', '-w', file)
    git(world, projectDir, 'update-ref', 'HEAD', commit)
    const config = `[log]\n\tshowSignature = true\n[gpg]\n\tprogram = ${program}\n`
    appendFileSync(join(projectDir, '.git', 'config'), config)
    git(world, projectDir, 'log', '-1')
    expect(wasRun()).toBe(true)
    rmSync(join(world.root, 'trace'))
    expect(await changes(world)).toMatchObject({ state: 'ok', base: { subject: 'signed' } })
    expect(wasRun()).toBe(false)
  })

  it('T7 a submodule is not looked into', async () => {
    await using world = await openWorld()
    const { program, trace, wasRun } = trap(world)
    const { projectDir } = world.folders
    const inner = join(projectDir, 'inner')
    mkdirSync(inner)
    git(world, inner, 'init', '-q')
    writeFileSync(join(inner, 'f.txt'), 'one\n')
    git(world, inner, 'add', '-A')
    git(world, inner, 'commit', '-q', '-m', 'inner')
    await hostileRepository(world, { config: '', attributes: '' })
    appendFileSync(join(inner, '.git', 'config'), `[core]\n\tfsmonitor = ${program}\n`)
    git(world, projectDir, 'diff', 'HEAD')
    expect(wasRun()).toBe(true)
    rmSync(trace)
    expect(await changes(world)).toMatchObject({ state: 'ok' })
    expect(wasRun()).toBe(false)
  })

  it('T7 missing objects are not fetched by a command that the repository names', async () => {
    await using world = await openWorld()
    const { program, wasRun } = trap(world)
    const { projectDir } = world.folders
    await hostileRepository(world, { config: '', attributes: '' })
    const blob = git(world, projectDir, 'rev-parse', 'HEAD:code.txt')
    rmSync(join(projectDir, '.git', 'objects', blob.slice(0, 2), blob.slice(2)))
    const config = [
      '[core]\n\trepositoryFormatVersion = 1\n[extensions]\n\tpartialClone = origin\n',
      `[remote "origin"]\n\turl = ${projectDir}\n\tpromisor = true\n\tuploadpack = ${program}\n`,
      '[protocol]\n\tallow = always\n[protocol "file"]\n\tallow = always\n',
    ]
    appendFileSync(join(projectDir, '.git', 'config'), config.join(''))
    expect(() => git(world, projectDir, 'diff', 'HEAD')).toThrow()
    expect(wasRun()).toBe(true)
    rmSync(join(world.root, 'trace'))
    await changes(world)
    expect(wasRun()).toBe(false)
  })
})
