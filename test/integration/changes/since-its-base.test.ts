import type { SpecItem } from '../../../src/contracts/work-item.ts'
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Changes } from '../../../src/contracts/views/changes.ts'
import { openWorld, ProjectWorld } from '../../../src/testkit/worlds/project-world.ts'
import { edit } from '../flows/flow-world.ts'

const CREATED = '2025-03-01T12:00:00.000Z'

function git(world: ProjectWorld, at: string, ...args: string[]): string {
  const env = { PATH: process.env['PATH'], HOME: world.root, GIT_COMMITTER_DATE: at }
  const who = ['-c', 'user.name=Me', '-c', 'user.email=me@example.com']
  const options = { cwd: world.folders.projectDir, env, encoding: 'utf8' } as const
  return execFileSync('git', [...who, ...args], options).trim()
}

function commit(world: ProjectWorld, at: string, subject: string): string {
  git(world, at, 'add', '-A')
  git(world, at, 'commit', '-q', '--allow-empty', '--date', at, '-m', subject)
  return git(world, at, 'rev-parse', 'HEAD')
}

const put = (world: ProjectWorld, file: string, text: string | Buffer): void => {
  mkdirSync(join(world.folders.projectDir, file, '..'), { recursive: true })
  writeFileSync(join(world.folders.projectDir, file), text)
}

async function specSince(world: ProjectWorld, at: string): Promise<SpecItem> {
  const a = await world.newSpec('a')
  edit(world, a, (json) => ({ ...json, created_at: at }))
  return a
}

async function changesOf(world: ProjectWorld, item: SpecItem): Promise<Changes> {
  const reply = await world.host.call('changes', { item })
  if (!reply.ok) throw new Error(JSON.stringify(reply.error))
  return reply.value
}

/** The whole diff as one text, requested as the page does. */
async function diffOf(world: ProjectWorld, item: SpecItem): Promise<string> {
  const { base, files } = shown(await changesOf(world, item))
  const reply = await world.host.call('patches', { item, base: base.hash, files })
  if (!reply.ok) throw new Error(JSON.stringify(reply.error))
  return reply.value.map(({ text }) => text ?? '').join('')
}

function shown(changes: Changes): Extract<Changes, { state: 'ok' }> {
  if (changes.state !== 'ok') throw new Error(changes.state)
  return changes
}

describe("a spec's changes in git", () => {
  it('are those since the last commit before it was made, whatever is committed meanwhile', async () => {
    await using world = await openWorld()
    git(world, CREATED, 'init', '-q')
    put(world, 'old.txt', 'one\n')
    commit(world, '2025-02-01T00:00:00Z', 'first')
    put(world, 'old.txt', 'two\n')
    const base = commit(world, '2025-02-28T00:00:00Z', 'second: "ü"')
    const a = await specSince(world, CREATED)
    put(world, 'src/work.txt', 'committed work\n')
    commit(world, '2025-03-02T00:00:00Z', 'work')
    put(world, 'old.txt', 'three\n')
    put(world, 'new file.txt', 'untracked\n')
    put(world, 'large.txt', 'x'.repeat(600 * 1024))
    put(world, 'image.bin', Buffer.from([0, 1, 2, 0, 255]))
    symlinkSync('/etc/hostname', join(world.folders.projectDir, 'link'))
    const changes = shown(await changesOf(world, a))
    expect(changes.base).toMatchObject({ hash: base, subject: 'second: "ü"' })
    const diff = await diffOf(world, a)
    expect(diff).toContain('-two\n+three')
    expect(diff).toContain('+committed work')
    expect(diff).toContain('+untracked')
    expect(diff).toContain('+/etc/hostname')
    expect(diff).not.toContain('runtime')
    const named = (name: string) => changes.files.find(({ path }) => path === name)
    expect(named('new file.txt')).toMatchObject({ status: 'added', added: 1, removed: 0 })
    expect(named('large.txt')).toMatchObject({ status: 'added', kind: 'text', added: 1 })
    expect(named('image.bin')).toMatchObject({ kind: 'binary', added: null })
    expect(named('link')).toMatchObject({ kind: 'link', added: 1 })
    expect(named('old.txt')).toMatchObject({ status: 'modified', added: 1, removed: 1 })
    expect(changes.files.map(({ path }) => path).join()).not.toContain('runtime')
    expect(changes.omitted).toBe(0)
  })

  it('begin with the first commit for a spec that is older than all of them', async () => {
    await using world = await openWorld()
    git(world, CREATED, 'init', '-q')
    const a = await specSince(world, CREATED)
    const first = commit(world, '2025-04-01T00:00:00Z', 'first')
    commit(world, '2025-04-02T00:00:00Z', 'second')
    expect(shown(await changesOf(world, a)).base.hash).toBe(first)
  })

  it('of a project inside a larger repository are those of its own folder', async () => {
    await using world = await openWorld()
    const env = { PATH: process.env['PATH'], HOME: world.root }
    execFileSync('git', ['init', '-q'], { cwd: world.root, env })
    writeFileSync(join(world.root, 'beside.txt'), 'beside\n')
    put(world, 'inside.txt', 'one\n')
    commit(world, '2025-02-01T00:00:00Z', 'first')
    const a = await specSince(world, CREATED)
    put(world, 'inside.txt', 'two\n')
    writeFileSync(join(world.root, 'beside.txt'), 'changed\n')
    const diff = await diffOf(world, a)
    expect(diff).toContain('a/inside.txt')
    expect(diff).not.toContain('beside')
  })

  it('are cut when they are too many, at the end of a line', async () => {
    await using world = await openWorld()
    git(world, CREATED, 'init', '-q')
    put(world, 'big.txt', '')
    commit(world, '2025-02-01T00:00:00Z', 'first')
    const a = await specSince(world, CREATED)
    put(world, 'big.txt', 'a line of some length\n'.repeat(300_000))
    const { base } = shown(await changesOf(world, a))
    const files = [{ path: 'big.txt', from: null }]
    const reply = await world.host.call('patches', { item: a, base: base.hash, files })
    if (!reply.ok) throw new Error(JSON.stringify(reply.error))
    const [patch] = reply.value
    expect(patch?.isCut).toBe(true)
    expect(patch?.text?.length).toBeLessThanOrEqual(5 * 1024 * 1024)
    expect(patch?.text?.endsWith('\n')).toBe(true)
  })

  it("run nothing that the repository's configuration or attributes name", async () => {
    await using world = await openWorld()
    git(world, CREATED, 'init', '-q')
    put(world, 'old.txt', 'one\n')
    put(world, '.gitattributes', '*.txt diff=evil\n')
    commit(world, '2025-02-01T00:00:00Z', 'first')
    const trap = join(world.root, 'trap')
    for (const [key, value] of [
      ['diff.external', `touch ${trap}`],
      ['diff.evil.command', `touch ${trap}`],
      ['diff.evil.textconv', `touch ${trap};cat`],
      ['core.fsmonitor', `touch ${trap}`],
      ['core.pager', `touch ${trap}`],
    ] as const)
      git(world, CREATED, 'config', key, value)
    const a = await specSince(world, CREATED)
    put(world, 'old.txt', 'two\n')
    expect(await diffOf(world, a)).toContain('-one\n+two')
    expect(() => rmSync(trap)).toThrow('ENOENT')
  })

  it('are told to be missing without a repository, a commit or git itself', async () => {
    await using world = await openWorld()
    const a = await specSince(world, CREATED)
    expect(await changesOf(world, a)).toEqual({ state: 'not-a-repository' })
    git(world, CREATED, 'init', '-q')
    expect(await changesOf(world, a)).toEqual({ state: 'no-commit' })

    class WithoutGit extends ProjectWorld {
      override get env() {
        return { ...super.env, PATH: this.root }
      }
    }
    await using other = new WithoutGit()
    await other.open()
    expect(await changesOf(other, await specSince(other, CREATED))).toEqual({ state: 'no-git' })
  })
})
