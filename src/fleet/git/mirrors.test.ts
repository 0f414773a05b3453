import { execFileSync } from 'node:child_process'
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
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

it.each(['remote.origin.url', 'remote.origin.fetch'])(
  'a mirror whose making was interrupted before %s is completed when it is opened again',
  async (setting) => {
    const repository = makeRepository()
    const folder = join(root, 'mirrors')
    const env = { ...process.env, PATH: `${gitWithout(setting)}:${process.env['PATH']}` }
    await expect(new Mirrors(folder, env).open({ repository })).rejects.toThrow(setting)
    const { commit } = await new Mirrors(folder, process.env).tipOf({ repository }, 'main')
    expect(commit).toBe(git(repository, 'rev-parse', 'main'))
  },
)
