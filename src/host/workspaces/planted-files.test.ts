import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, afterEach, expect, it } from 'vitest'
import { GitWorld } from '../../testkit/worlds/git-world.ts'
import { CheckoutNote } from './deploy/checkout-note.ts'
import { takeDocuments } from './deploy/copy-documents-back.ts'
import { ActNote } from './unfinished-act.ts'

let world: GitWorld
let secret: string
beforeEach(() => {
  world = new GitWorld()
  world.put('.gitignore', '.kiro/\n')
  world.commit('ignore')
  secret = join(world.root, 'bashrc')
  writeFileSync(secret, 'of the person')
})
afterEach(() => world[Symbol.dispose]())

const SPEC = '.kiro/specs/login'

function link(path: string, to = secret): void {
  mkdirSync(dirname(join(world.dir, path)), { recursive: true })
  symlinkSync(to, join(world.dir, path))
}

it('T10 documents come back from a worktree through no link that waits under a name to be used', async () => {
  const worktree = await world.worktree()
  world.put(`${SPEC}/notes.md`, 'alias ll="evil"\n', worktree.path)
  link(`${SPEC}/notes.md.${process.pid}.tmp`)
  world.git('merge', '-q', '--ff-only', 'feature/login')
  await world.expect('cleaned', { type: 'clean-up' }, { worktree })
  expect(readFileSync(secret, 'utf8')).toBe('of the person')
  expect(world.read(`${SPEC}/notes.md`)).toBe('alias ll="evil"\n')
})

it('T10 documents are taken along to the archive through no such link either', async () => {
  const { path } = await world.worktree()
  world.put(`${SPEC}/notes.md`, 'evil', path)
  link(`${SPEC}/notes.md.${process.pid}.tmp`)
  takeDocuments(join(path, SPEC), join(world.dir, SPEC))
  expect(readFileSync(secret, 'utf8')).toBe('of the person')
  expect(world.read(`${SPEC}/notes.md`)).toBe('evil')
})

it.each(['config/key', 'config', 'deep/config/key'])(
  'T10 worktree.copy reads nothing through a folder that leads out of the project: %s',
  async (copied) => {
    const away = join(world.root, 'away')
    mkdirSync(away)
    writeFileSync(join(away, 'key'), 'PRIVATE')
    link('config', away)
    link('deep/config', away)
    const settings = { baseBranch: null, root: null, copy: [copied] }
    const made = world.act({ type: 'make-workspace' }, { settings })
    await expect(made).rejects.toThrow(`${join(world.dir, copied.replace('/key', ''))} is a link`)
    const tree = join(world.dir, '.kiro/worktrees/specs/login')
    expect(readdirSync(tree)).not.toContain('config')
  },
)

it('T10 notes about git acts that are links or folders are no notes', () => {
  const { folders, item } = world.context()
  const noted = JSON.stringify({ dirty: {}, last: {}, startedAt: 7 })
  writeFileSync(secret, noted)
  link('.kiro/runtime/git/spec-login.checkout.json')
  link('.kiro/runtime/git/spec-login.json')
  expect(new CheckoutNote({ folders, item }).read()).toBeNull()
  expect(new ActNote(world.context()).unfinishedSince()).toBe(0)
  const bug = { kind: 'bug', name: item.name } as const
  mkdirSync(join(world.dir, '.kiro/runtime/git/bug-login.checkout.json'))
  expect(new CheckoutNote({ folders, item: bug }).read()).toBeNull()
  expect(readFileSync(secret, 'utf8')).toBe(noted)
})
