import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { WritingGit } from '../../host/git/writing-git.ts'
import { ObjectReader } from './object-reader.ts'

let dir: string
let reader: ObjectReader

const git = (...args: string[]): string => {
  const who = ['-c', 'user.name=Me', '-c', 'user.email=me@example.com']
  return execFileSync('git', [...who, ...args], { cwd: dir, encoding: 'utf8' }).trim()
}

function commit(name: string, text: string): string {
  writeFileSync(join(dir, name), text)
  git('add', '.')
  git('commit', '--quiet', '-m', name)
  return git('rev-parse', 'HEAD')
}

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'sdd-objects-'))
  git('init', '--quiet')
  const opened = await WritingGit.open(dir, {
    env: { ...process.env, XDG_STATE_HOME: join(dir, '.git', 'state') },
  })
  reader = new ObjectReader(opened.stay(['cat-file', '--batch']), opened.patienceMs)
})

afterEach(() => {
  reader.close()
  rmSync(dir, { recursive: true, force: true })
})

it('gives objects in the order they were asked for, large ones and empty ones, and null for none', async () => {
  const large = 'line\n'.repeat(400_000)
  const head = commit('large.md', large)
  commit('a b.md', '')
  const names = [
    `${head}:large.md`,
    `${head}:no such file`,
    'HEAD:a b.md',
    'x\ny',
    `${head}:large.md`,
  ]
  const found = await Promise.all(names.map((name) => reader.read(name)))
  expect(found.map((one) => one?.bytes.length ?? null)).toEqual([
    large.length,
    null,
    0,
    null,
    large.length,
  ])
  expect(found[0]?.bytes.toString('utf8')).toBe(large)
})

it('sees what was committed after it began', async () => {
  expect(await reader.read('HEAD')).toBeNull()
  const head = commit('new.md', '# New\n')
  expect(await reader.read(`${head}:new.md`)).toMatchObject({ type: 'blob' })
})

it('says so when git is gone', async () => {
  reader.close()
  expect(reader.isOpen).toBe(false)
  await expect(reader.read('HEAD')).rejects.toThrow('git has ended')
})

it('H9 a git that falls silent is ended, and everyone who waits for it is told', async () => {
  const child = spawn('sleep', ['1000'], { stdio: 'pipe' })
  const silent = new ObjectReader(child, 50)
  const asked = [silent.read('HEAD'), silent.read('main')]
  for (const answer of await Promise.allSettled(asked))
    expect(answer).toMatchObject({ status: 'rejected', reason: { message: 'git has ended' } })
  expect(child.signalCode).toBe('SIGKILL')
  expect(silent.isOpen).toBe(false)
})
