import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { UnsafePath, writeTreeFiles } from './tree-files.ts'
import { WritingGit } from './writing-git.ts'

let root: string
let dir: string
let git: WritingGit
let blob: string

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'sdd-tree-files-'))
  dir = join(root, 'folder')
  mkdirSync(dir)
  execFileSync('git', ['init', '--quiet', '--bare', 'repo.git'], { cwd: root })
  const env = { ...process.env, XDG_STATE_HOME: join(root, 'state') }
  git = await WritingGit.open(join(root, 'repo.git'), { env, isBare: true })
  blob = await git.text(['hash-object', '-w', '--stdin'], { input: 'owned' })
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

const file = (path: string, mode = '100644') => ({ path, mode, blob })

it.each([
  ['../owned'],
  ['a/../../owned'],
  ['./owned'],
  ['/owned'],
  ['a//owned'],
  ['.git/config'],
  ['a/.GIT/config'],
  ['.git./config'],
  ['.git /config'],
  ['git~1/config'],
  ['.g\u200cit/config'],
])('F11 T10 %j of a tree is refused, and no other file of it is written', async (path) => {
  const written = writeTreeFiles(git, dir, [file('good'), file(path)])
  await expect(written).rejects.toBeInstanceOf(UnsafePath)
  expect(existsSync(join(root, 'owned'))).toBe(false)
  expect(existsSync(join(dir, 'good'))).toBe(false)
})

it.each([
  ['a link and a folder', ['a', 'a/owned']],
  ['a folder and a link', ['a/owned', 'a']],
  ['two links', ['a', 'a']],
])('F11 T10 one name for %s is refused', async (_, paths) => {
  const files = paths.map((path) => file(path, path === 'a' ? '120000' : '100644'))
  await expect(writeTreeFiles(git, dir, files)).rejects.toBeInstanceOf(UnsafePath)
})

it('F11 T10 nothing is written or removed behind a link that is there', async () => {
  writeFileSync(join(root, 'kept'), 'kept')
  symlinkSync(root, join(dir, 'a'))
  await expect(writeTreeFiles(git, dir, [file('a/kept')])).rejects.toBeInstanceOf(UnsafePath)
  await expect(writeTreeFiles(git, dir, [file('a/kept', '000000')])).rejects.toThrow(
    'behind a link',
  )
  expect(readFileSync(join(root, 'kept'), 'utf8')).toBe('kept')
})

it('a link that a folder of its name replaces is removed first, and a gitlink is left alone', async () => {
  symlinkSync(root, join(dir, 'a'))
  const nested = { path: 'sub', mode: '160000', blob }
  await writeTreeFiles(git, dir, [file('a', '000000'), file('a/b', '100755'), nested])
  expect(readFileSync(join(dir, 'a', 'b'), 'utf8')).toBe('owned')
  expect(existsSync(join(dir, 'sub'))).toBe(false)
  expect(existsSync(join(root, 'b'))).toBe(false)
})
