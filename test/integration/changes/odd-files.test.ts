import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { callTable } from '../../../src/contracts/rpc.ts'
import type { Changes, Patch } from '../../../src/contracts/views/changes.ts'
import type { WorkItem } from '../../../src/contracts/work-item.ts'
import { RepositoryWorld } from '../../../src/testkit/worlds/repository-world.ts'

type Listed = Extract<Changes, { state: 'ok' }>

async function changesOf(world: RepositoryWorld, item: WorkItem): Promise<Listed> {
  const reply = await world.host.call('changes', { item })
  if (!reply.ok || reply.value.state !== 'ok') throw new Error(JSON.stringify(reply))
  return reply.value
}

async function patchesOf(
  world: RepositoryWorld,
  item: WorkItem,
  { base, files }: Listed,
): Promise<Patch[]> {
  const some = files.slice(0, 50).map(({ path, from }) => ({ path, from }))
  const reply = await world.host.call('patches', { item, base: base.hash, files: some })
  if (!reply.ok) throw new Error(JSON.stringify(reply.error))
  return reply.value
}

/** By this thread, since it began. */
const bytesRead = (): number =>
  Number(/^rchar: (\d+)$/m.exec(readFileSync('/proc/thread-self/io', 'utf8'))?.[1])

it('renames, modes, links, submodules, CRLF and odd names are listed as what they are', async () => {
  await using world = new RepositoryWorld({ config: { worktree: false } })
  const { projectDir } = world.folders
  const at = (file: string): string => join(projectDir, file)
  const odd = 'we"ird\n<b>ü\t.txt'
  world.put('long.txt', `${Array.from({ length: 50 }, (_, n) => `line ${n}`).join('\n')}\n`)
  world.put('run.sh', '#!/bin/sh\n')
  world.put('crlf.txt', 'one\r\ntwo\r\n')
  world.put('gone.txt', 'bye\n')
  world.put(odd, 'one\n')
  world.put('data.bin', '\0\u0001')
  mkdirSync(at('sub'))
  world.gitIn(at('sub'), 'init', '-q', '-b', 'main')
  world.gitIn(at('sub'), 'commit', '-q', '--allow-empty', '-m', 'sub one')
  world.git('add', '-A', ':!.kiro')
  world.git('commit', '-q', '-m', 'second')
  const item = await world.newSpec('login')
  await world.open()
  mkdirSync(at('moved'))
  renameSync(at('long.txt'), at('moved/long.txt'))
  world.git('add', '-A', 'long.txt', 'moved')
  chmodSync(at('run.sh'), 0o755)
  world.put('crlf.txt', 'one\r\n2\r\n')
  rmSync(at('gone.txt'))
  world.put(odd, 'two\n')
  world.put('data.bin', '\0\u0002')
  symlinkSync('/etc/passwd', at('link'))
  world.gitIn(at('sub'), 'commit', '-q', '--allow-empty', '-m', 'sub two')
  const changes = await changesOf(world, item)
  const named = (path: string) => changes.files.find((file) => file.path === path)
  expect(named('moved/long.txt')).toMatchObject({ from: 'long.txt', status: 'renamed', added: 0 })
  expect(named('run.sh')).toMatchObject({ mode: { from: '100644', to: '100755' }, added: 0 })
  expect(named('crlf.txt')).toMatchObject({ added: 1, removed: 1 })
  expect(named('gone.txt')).toMatchObject({ status: 'deleted', removed: 1 })
  expect(named(odd)).toMatchObject({ status: 'modified', added: 1, removed: 1 })
  expect(named('data.bin')).toMatchObject({ kind: 'binary', added: null })
  expect(named('link')).toMatchObject({ kind: 'link', status: 'added' })
  expect(named('sub')).toMatchObject({ kind: 'submodule' })
  const patches = await patchesOf(world, item, changes)
  const text = (path: string): string => patches.find((patch) => patch.path === path)?.text ?? ''
  expect(text('moved/long.txt')).toContain('rename from long.txt')
  expect(text('run.sh')).toContain('new mode 100755')
  expect(text('crlf.txt')).toContain('-two\r\n+2\r\n')
  expect(text(odd)).toContain('-one\n+two')
  expect(text('link')).toContain('+/etc/passwd')
  expect(text('link')).not.toContain('root:')
  expect(text('sub')).toContain('+Subproject commit')
})

it('a version of a file changes with its content, on either side, and with nothing else', async () => {
  await using world = new RepositoryWorld({ config: { worktree: false } })
  const item = await world.newSpec('login')
  await world.open()
  const version = async (path: string): Promise<string | undefined> =>
    (await changesOf(world, item)).files.find((file) => file.path === path)?.version
  world.put('app.txt', 'two\n')
  world.put('new.txt', 'new\n')
  const before = [await version('app.txt'), await version('new.txt')]
  world.put('app.txt', 'two\n')
  expect([await version('app.txt'), await version('new.txt')]).toEqual(before)
  world.put('app.txt', 'three\n')
  world.put('new.txt', 'newer\n')
  const after = [await version('app.txt'), await version('new.txt')]
  expect(after[0]).not.toBe(before[0])
  expect(after[1]).not.toBe(before[1])
})

it('a thousand files are listed at once and their lines come in parts', async () => {
  await using world = new RepositoryWorld({ config: { worktree: false } })
  const item = await world.newSpec('login')
  await world.open()
  for (let n = 0; n < 1000; n++) world.put(`src/${n % 20}/file-${n}.ts`, `export const n = ${n}\n`)
  const changes = await changesOf(world, item)
  expect(changes.files.filter(({ path }) => path.startsWith('src/'))).toHaveLength(1000)
  expect(changes.omitted).toBe(0)
  const patches = await patchesOf(world, item, changes)
  expect(patches).toHaveLength(50)
  for (const { text } of patches) expect(text).not.toBeNull()
})

it('of more files than can be listed the rest is counted', async () => {
  await using world = new RepositoryWorld({ config: { worktree: false } })
  const item = await world.newSpec('login')
  await world.open()
  mkdirSync(join(world.folders.projectDir, 'many'))
  for (let n = 0; n < 3010; n++) writeFileSync(join(world.folders.projectDir, 'many', `${n}`), '')
  const { files, omitted } = await changesOf(world, item)
  expect(files).toHaveLength(3000)
  expect(omitted).toBeGreaterThanOrEqual(10)
})

it.runIf(process.platform === 'linux')('files that are only counted are not read', async () => {
  await using world = new RepositoryWorld({ config: { worktree: false } })
  const item = await world.newSpec('login')
  await world.open()
  const { projectDir } = world.folders
  for (const folder of ['many', 'rest']) mkdirSync(join(projectDir, folder))
  for (let n = 0; n < 3000; n++) writeFileSync(join(projectDir, 'many', `${n}`), '')
  const size = 4 * 1024 * 1024
  for (let n = 0; n < 10; n++) {
    writeFileSync(join(projectDir, 'rest', `${n}`), '')
    truncateSync(join(projectDir, 'rest', `${n}`), size)
  }
  const before = bytesRead()
  const { files } = await changesOf(world, item)
  expect(files.filter(({ path }) => path.startsWith('rest/'))).toEqual([])
  expect(bytesRead() - before).toBeLessThan(size)
})

it('no file is listed by half a name when there are more names than are read', async () => {
  await using world = new RepositoryWorld({ config: { worktree: false } })
  const item = await world.newSpec('login')
  await world.open()
  const { projectDir } = world.folders
  const deep = join(projectDir, ...Array.from({ length: 11 }, () => 'd'.repeat(250)))
  mkdirSync(deep, { recursive: true })
  for (let n = 0; n < 2000; n++) writeFileSync(join(deep, `file-${n}`), '')
  const { files } = await changesOf(world, item)
  expect(files.length).toBeLessThan(2000)
  expect(files.filter(({ path }) => !existsSync(join(projectDir, path)))).toEqual([])
})

it('T7 only what git lists is ever shown: no path leads out of the project or into the host files', async () => {
  await using world = new RepositoryWorld({ config: { worktree: false } })
  const item = await world.newSpec('login')
  world.put('secret.txt', 'secret\n', world.root)
  world.put('.gitignore', 'ignored.txt\n')
  world.put('ignored.txt', 'secret\n')
  world.put('.kiro/runtime/note.txt', 'secret\n')
  symlinkSync(world.root, join(world.folders.projectDir, 'out'))
  await world.open()
  const { base } = await changesOf(world, item)
  const { input } = callTable.patches
  for (const path of ['../secret.txt', '/etc/passwd', 'a/../../secret.txt', 'a//b', './x', ''])
    expect(input.safeParse({ item, base: base.hash, files: [{ path, from: null }] }).success).toBe(
      false,
    )
  for (const hash of ['HEAD', '--output=x', 'main'])
    expect(input.safeParse({ item, base: hash, files: [] }).success).toBe(false)
  const paths = ['ignored.txt', '.kiro/runtime/note.txt', 'out/secret.txt', ':(top)app.txt', '*']
  const files = paths.map((path) => ({ path, from: null }))
  const reply = await world.host.call('patches', { item, base: base.hash, files })
  if (!reply.ok) throw new Error(JSON.stringify(reply.error))
  expect(reply.value.map(({ text }) => text)).toEqual(paths.map(() => null))
})
