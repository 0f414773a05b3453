import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { optionFor, verdictOn } from './acp-permission.ts'

let root: string
let workspace: string
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'permission-'))
  workspace = join(root, 'work')
  mkdirSync(join(workspace, 'src'), { recursive: true })
  mkdirSync(join(workspace, '.git', 'hooks'), { recursive: true })
  symlinkSync(root, join(workspace, 'out'))
  symlinkSync(join(root, 'nothing-yet'), join(workspace, 'dangling'))
  symlinkSync(join(workspace, '.git'), join(workspace, 'store'))
  symlinkSync(join(workspace, 'src'), join(workspace, 'sources'))
})
afterAll(() => rmSync(root, { recursive: true }))

describe('what a mode says about a tool', () => {
  it.each([
    ['plan', 'read', 'allow'],
    ['plan', 'edit', 'deny'],
    ['plan', 'execute', 'deny'],
    ['ask', 'search', 'allow'],
    ['ask', 'edit', 'ask'],
    ['ask', null, 'ask'],
    ['edit', 'edit', 'allow'],
    ['edit', 'delete', 'allow'],
    ['edit', 'execute', 'deny'],
    ['edit', 'fetch', 'deny'],
    ['edit', undefined, 'deny'],
    ['full', 'execute', 'allow'],
    ['full', 'other', 'allow'],
  ] as const)('%s, %s: %s', (mode, kind, verdict) => {
    const tool = { kind, paths: ['src/a.ts'], isCommand: false }
    expect(verdictOn(tool, mode, workspace)).toBe(verdict)
  })

  it.each([
    ['src/new/deep.ts', 'allow'],
    ['sources/a.ts', 'allow'],
    ['.gitignore', 'allow'],
    ['../beside.ts', 'deny'],
    ['/etc/passwd', 'deny'],
    ['.', 'deny'],
    ['out/a.ts', 'deny'],
    ['dangling', 'deny'],
    ['.git/hooks/pre-commit', 'deny'],
    ['.GIT/config', 'deny'],
    ['store/config', 'deny'],
    ['sub/.git/config', 'deny'],
  ] as const)('A5 edit of %s: %s', (path, verdict) => {
    const tool = { kind: 'edit', paths: [path], isCommand: false } as const
    expect(verdictOn(tool, 'edit', workspace)).toBe(verdict)
    const both = { ...tool, paths: ['src/a.ts', path] }
    expect(verdictOn(both, 'edit', workspace)).toBe(verdict)
  })

  it('A5 an edit of unknown files is denied, and so is a command that is called one', () => {
    const edit = { kind: 'edit', paths: [], isCommand: false } as const
    expect(verdictOn(edit, 'edit', workspace)).toBe('deny')
    const command = { kind: 'edit', paths: ['src/a.ts'], isCommand: true } as const
    expect(verdictOn(command, 'edit', workspace)).toBe('deny')
    expect(verdictOn({ ...command, kind: 'read' }, 'plan', workspace)).toBe('deny')
  })
})

describe('the option for an answer', () => {
  const option = (kind: 'allow_once' | 'allow_always' | 'reject_once') => ({
    kind,
    name: kind,
    optionId: `id of ${kind}`,
  })

  it('A4 is never one that allows more than was shown', () => {
    const options = [option('allow_always'), option('allow_once'), option('reject_once')]
    expect(optionFor('allow', options)).toBe('id of allow_once')
    expect(optionFor('allow-always', options)).toBe('id of allow_once')
    expect(optionFor('allow-always', [option('allow_always')])).toBeNull()
    expect(optionFor('allow-everything', [option('allow_always')])).toBe('id of allow_always')
    expect(optionFor('deny', options)).toBe('id of reject_once')
  })

  it('is none where the agent offers none', () => {
    expect(optionFor('deny', [option('allow_once')])).toBeNull()
    expect(optionFor('allow', [option('reject_once')])).toBeNull()
  })
})
