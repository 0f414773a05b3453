import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { branchFromSaved, dropSaved, listSaved, restoreSaved, saveWork } from './saved-work.ts'
import { WritingGit } from './writing-git.ts'

let root: string
let dir: string
let git: WritingGit
const env = () => ({ PATH: process.env['PATH'], HOME: root })
const sh = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=Me', '-c', 'user.email=me@example.com', ...args], {
    cwd: dir,
    env: env(),
    encoding: 'utf8',
  })
const put = (path: string, content: string | Buffer): void => {
  mkdirSync(dirname(join(dir, path)), { recursive: true })
  writeFileSync(join(dir, path), content)
}
const ITEM = { kind: 'spec', name: 'login' } as const

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'sdd-saved-'))
  dir = join(root, 'repo')
  mkdirSync(dir)
  sh('init', '-q', '-b', 'main')
  put('kept.txt', 'kept\n')
  put('gone.txt', 'gone\n')
  put('changed.txt', 'one\n')
  put('.gitignore', 'ignored/\n')
  sh('add', '-A')
  sh('commit', '-q', '-m', 'first')
  git = await WritingGit.open(dir, { env: env() })
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

describe('saved work', () => {
  it('W6 comes back byte for byte: changed, deleted, untracked, executable, links, odd names, mixed line ends', async () => {
    sh('config', 'core.autocrlf', 'true')
    const bytes = Buffer.from([0, 255, 13, 10, 10, 13, 128])
    put('changed.txt', 'one\r\ntwo\nthree\r')
    rmSync(join(dir, 'gone.txt'))
    put('new/ü "quoted"\tname.bin', bytes)
    put('new/line\nbreak.txt', 'x')
    put('run.sh', '#!/bin/sh\n')
    chmodSync(join(dir, 'run.sh'), 0o755)
    symlinkSync('/etc/passwd', join(dir, 'link'))
    put('ignored/cache', 'not saved')
    const before = sh('status', '--porcelain', '-z')
    const saved = await saveWork(git, { item: ITEM, dir, why: 'worktree removed' })
    expect(saved).toEqual({ ref: 'refs/sdd/saved/spec/login/1', ignored: ['ignored/'] })
    expect(sh('status', '--porcelain', '-z')).toBe(before)
    const to = join(root, 'restored')
    await restoreSaved(git, saved?.ref ?? '', to)
    for (const name of [
      'changed.txt',
      'new/ü "quoted"\tname.bin',
      'new/line\nbreak.txt',
      'run.sh',
      'kept.txt',
    ])
      expect(readFileSync(join(to, name)).equals(readFileSync(join(dir, name)))).toBe(true)
    expect(statSync(join(to, 'run.sh')).mode & 0o111).not.toBe(0)
    expect(readlinkSync(join(to, 'link'))).toBe('/etc/passwd')
    expect(() => statSync(join(to, 'gone.txt'))).toThrow(/ENOENT/)
    expect(() => statSync(join(to, 'ignored'))).toThrow(/ENOENT/)
    expect(sh('fsck', '--no-dangling').trim()).toBe('')
  })

  it('W6 keeps what is staged apart from what is on disk', async () => {
    put('changed.txt', 'staged\n')
    sh('add', 'changed.txt')
    put('changed.txt', 'on disk\n')
    const saved = await saveWork(git, { item: ITEM, dir, why: 'reset' })
    expect(sh('show', `${saved?.ref}:changed.txt`)).toBe('on disk\n')
    expect(sh('show', `${saved?.ref}^2:changed.txt`)).toBe('staged\n')
    expect(readFileSync(join(dir, 'changed.txt'), 'utf8')).toBe('on disk\n')
  })

  it('W6 keeps what is only staged: the file on disk is as it was committed', async () => {
    put('changed.txt', 'staged\n')
    sh('add', 'changed.txt')
    put('changed.txt', 'one\n')
    const saved = await saveWork(git, { item: ITEM, dir, why: 'reset' })
    expect(sh('show', `${saved?.ref}^2:changed.txt`)).toBe('staged\n')
  })

  it('W6 saves files of a repository that was made inside, and a working tree with conflicts', async () => {
    put('inner/file.txt', 'inside\n')
    execFileSync('git', ['init', '-q'], { cwd: join(dir, 'inner'), env: env() })
    sh('checkout', '-q', '-b', 'other')
    put('changed.txt', 'theirs\n')
    sh('commit', '-qam', 'theirs')
    sh('checkout', '-q', 'main')
    put('changed.txt', 'ours\n')
    sh('commit', '-qam', 'ours')
    expect(() => sh('merge', '-q', 'other')).toThrow(/Command failed/)
    const saved = await saveWork(git, { item: ITEM, dir, why: 'conflict' })
    expect(sh('show', `${saved?.ref}:inner/file.txt`)).toBe('inside\n')
    expect(sh('show', `${saved?.ref}:changed.txt`)).toContain('<<<<<<<')
  })

  it('W6 saves before the first commit too, and nothing where nothing is changed', async () => {
    expect(await saveWork(git, { item: ITEM, dir, why: 'x' })).toBeNull()
    rmSync(join(dir, '.git'), { recursive: true })
    sh('init', '-q')
    const saved = await saveWork(git, { item: ITEM, dir, why: 'x' })
    expect(sh('show', `${saved?.ref}:kept.txt`)).toBe('kept\n')
  })

  it('W6 is listed, numbered, made a branch and dropped; a folder in the way is refused', async () => {
    put('changed.txt', 'two\n')
    const first = await saveWork(git, { item: ITEM, dir, why: 'first time' })
    const both = await Promise.all(
      [1, 2, 3].map(() => saveWork(git, { item: ITEM, dir, why: 'again' })),
    )
    const refs = [first, ...both].map((saved) => saved?.ref)
    expect(new Set(refs).size).toBe(4)
    expect((await listSaved(git)).map(({ ref }) => ref).toSorted()).toEqual(
      refs.map(String).toSorted(),
    )
    await branchFromSaved(git, refs[0] ?? '', 'rescued')
    expect(sh('show', 'rescued:changed.txt')).toBe('two\n')
    await expect(branchFromSaved(git, refs[0] ?? '', 'rescued')).rejects.toThrow(/update-ref/)
    await expect(restoreSaved(git, refs[0] ?? '', dir)).rejects.toThrow(/is not empty/)
    for (const saved of await listSaved(git)) await dropSaved(git, saved)
    expect(await listSaved(git)).toEqual([])
  })

  it('T7 runs no hook, no filter and no fsmonitor of the repository, but filters of the user', async () => {
    const trap = join(root, 'trap')
    sh('config', 'core.fsmonitor', `touch ${trap}`)
    sh('config', 'filter.evil.clean', `touch ${trap}; cat`)
    sh('config', 'filter.evil.required', 'true')
    put('.gitattributes', '*.txt filter=evil\n*.big filter=mine\n')
    writeFileSync(join(root, '.gitconfig'), '[filter "mine"]\n\tclean = tr a-z A-Z\n')
    put('changed.txt', 'two\n')
    put('x.big', 'big')
    const own = await WritingGit.open(dir, { env: env() })
    await saveWork(own, { item: ITEM, dir, why: 'x' })
    await own.must(['add', '-A'])
    expect(() => statSync(trap)).toThrow(/ENOENT/)
    expect(await own.text(['cat-file', '-p', ':x.big'])).toBe('BIG')
  })
})
