import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Mirrors } from './mirrors.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sdd-mirrors-'))
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

const git = (dir: string, ...args: string[]): string => {
  const who = ['-c', 'user.name=Me', '-c', 'user.email=me@example.com']
  return execFileSync('git', [...who, ...args], { cwd: dir, encoding: 'utf8' }).trim()
}

function makeRepository(): string {
  const dir = join(root, 'shop')
  mkdirSync(dir)
  git(dir, 'init', '--quiet', '--initial-branch=main')
  git(dir, 'commit', '--quiet', '--allow-empty', '-m', 'The shop')
  return dir
}

/** A folder with a git that ends at once when its arguments contain this. */
function gitWithout(argument: string): string {
  const dir = join(root, 'bin')
  mkdirSync(dir)
  const program = execFileSync('which', ['git'], { encoding: 'utf8' }).trim()
  const script = `#!/bin/sh
case " $* " in *" ${argument} "*) exit 1;; esac
exec '${program}' "$@"
`
  writeFileSync(join(dir, 'git'), script, { mode: 0o755 })
  return dir
}

it('a mirror whose making was interrupted is completed when it is opened again', async () => {
  const repository = makeRepository()
  const folder = join(root, 'mirrors')
  const state = { XDG_STATE_HOME: join(root, 'state') }
  const env = { ...process.env, ...state, PATH: `${gitWithout('init')}:${process.env['PATH']}` }
  await expect(new Mirrors(folder, env).open({ repository })).rejects.toThrow('git init')
  const whole = new Mirrors(folder, { ...process.env, ...state })
  const { commit } = await whole.tipOf({ repository }, 'main')
  expect(commit).toBe(git(repository, 'rev-parse', 'main'))
})

it('T9 a mirror fetches from the address it is asked for, whatever its own files say', async () => {
  const repository = makeRepository()
  const mirrors = new Mirrors(join(root, 'mirrors'), {
    ...process.env,
    XDG_STATE_HOME: join(root, 'state'),
  })
  const { dir } = await mirrors.open({ repository })
  const trap = join(root, 'trap')
  const evil = `[remote "origin"]\n\turl = /nowhere\n\tuploadpack = touch ${trap}\n[core]\n\tfsmonitor = touch ${trap}\n`
  appendFileSync(join(dir, 'config'), evil)
  const { commit } = await mirrors.tipOf({ repository }, 'main')
  expect(commit).toBe(git(repository, 'rev-parse', 'main'))
  expect(existsSync(trap)).toBe(false)
})
