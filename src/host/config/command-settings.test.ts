import { describe, expect, it } from 'vitest'
import type { Config } from '../../core/settings/config-schema.ts'
import { isLocalKey, isPersonalKey } from '../../core/settings/setting-table.ts'
import { deliveryOf } from './delivery-settings.ts'
import { parseConfig, problemIn } from './load-config.ts'
import { mergeChecks, mergeWorktree } from './merge-commands.ts'

const problemOf = (config: unknown): { key: string; allowed: string } => {
  const parsed = parseConfig(config)
  if (parsed.success) throw new Error(`it was taken: ${JSON.stringify(config)}`)
  const { key, allowed } = problemIn('config.json', parsed.error)
  return { key, allowed }
}
const test = { name: 'test', command: ['npm', 'test'] }

describe('settings that name commands', () => {
  it.each<[unknown, string, string]>([
    [{ checks: 'npm test' }, 'checks', 'a list of checks'],
    [{ checks: [{ ...test, command: 'npm test' }] }, 'checks.0.command', 'a shell line is not run'],
    [{ checks: [{ ...test, command: [] }] }, 'checks.0.command', '["npm","test"]'],
    [{ checks: [{ ...test, command: ['-rf'] }] }, 'checks.0.command', 'a program'],
    [{ checks: [{ ...test, command: ['a\0b'] }] }, 'checks.0.command', 'a program'],
    [{ checks: [{ ...test, command: ['npm', 7] }] }, 'checks.0.command.1', 'a program'],
    [{ checks: [{ ...test, name: '--help' }] }, 'checks.0.name', 'a unique name'],
    [{ checks: [test, test] }, 'checks.1.name', 'a unique name'],
    [{ checks: [{ ...test, in: '../other' }] }, 'checks.0.in', 'inside the workspace'],
    [{ checks: [{ ...test, in: '/etc' }] }, 'checks.0.in', 'inside the workspace'],
    [{ checks: [{ ...test, in: 'a/.git/hooks' }] }, 'checks.0.in', 'inside the workspace'],
    [{ checks: [{ ...test, timeoutMinutes: 0 }] }, 'checks.0.timeoutMinutes', 'above 0'],
    [{ worktree: 'yes' }, 'worktree', 'true, false, or an object'],
    [{ worktree: {} }, 'worktree', 'true, false, or an object'],
    [{ worktree: { setup: 'npm ci' } }, 'worktree.setup', 'a shell line is not run'],
    [{ worktree: { copy: ['../.ssh/id'] } }, 'worktree.copy.0', 'inside the workspace'],
    [{ worktree: { root: '' } }, 'worktree.root', 'the path of a folder'],
    [{ baseBranch: '--upload-pack=x' }, 'baseBranch', 'the name of a branch'],
    [{ baseBranch: 'a..b' }, 'baseBranch', 'the name of a branch'],
    [{ inspection: { autoFix: 'no' } }, 'inspection.autoFix', 'true or false'],
    [{ deploy: { mode: 'ftp' } }, 'deploy.mode', 'one of merge, commit, pull-request'],
    [{ deploy: { strategy: 'x' } }, 'deploy.strategy', 'one of squash, merge, rebase'],
    [{ deploy: { command: [] } }, 'deploy.command', 'a program and its arguments'],
    [{ deploy: true }, 'deploy', 'an object such as'],
  ])('are refused with the place and the remedy: %j', (config, key, allowed) => {
    const found = problemOf(config)
    expect(found.key).toBe(key)
    expect(found.allowed).toContain(allowed)
  })

  it.each(['main', 'release/2.x', 'feature/日本語', 'a-b_c.d'])('take the branch %s', (branch) => {
    expect(parseConfig({ baseBranch: branch }).success).toBe(true)
  })

  it('have defaults, and minutes may be fractions', () => {
    expect(deliveryOf({})).toEqual({
      checks: [],
      worktree: { isOn: false, copy: [], setup: null, root: null },
      baseBranch: null,
      autoFix: true,
      deploy: { mode: null, strategy: 'squash', command: null, repeatable: false, keep: false },
    })
    const { checks, worktree } = deliveryOf({
      checks: [test, { ...test, name: 'api', in: 'packages/api', timeoutMinutes: 0.01 }],
      worktree: { setup: ['npm', 'ci'] },
    })
    expect(checks.map(({ in: folder, timeoutMs }) => [folder, timeoutMs])).toEqual([
      [null, 20 * 60_000],
      ['packages/api', 600],
    ])
    expect(worktree).toMatchObject({ isOn: true, setup: ['npm', 'ci'] })
  })

  it('may be set by a project once it is trusted, and by no paired device', () => {
    for (const key of ['checks', 'worktree', 'deploy.command'])
      expect([key, isPersonalKey(key), isLocalKey(key)]).toEqual([key, false, true])
    for (const key of ['baseBranch', 'deploy.mode', 'inspection.autoFix'])
      expect([key, isLocalKey(key)]).toEqual([key, false])
  })
})

describe('the project beside the user', () => {
  const merged = (personal: Config, project: Config) => mergeChecks(personal, project).checks

  it('T5 adds checks and takes none away; of the same name it is given no more time', () => {
    const own: Config = { checks: [{ name: 'secrets', command: ['gitleaks'] }] }
    expect(merged(own, { checks: [test] })?.map(({ name }) => name)).toEqual(['secrets', 'test'])
    expect(merged(own, { checks: [] })).toEqual(own.checks)
    const limited: Config = { checks: [{ ...test, timeoutMinutes: 5 }] }
    const theirs = { name: 'test', command: ['make', 'test'] }
    expect(merged(limited, { checks: [theirs] })).toEqual([{ ...theirs, timeoutMinutes: 5 }])
    expect(merged(limited, { checks: [{ ...theirs, timeoutMinutes: 90 }] })).toEqual([
      { ...theirs, timeoutMinutes: 5 },
    ])
    expect(merged(limited, { checks: [{ ...theirs, timeoutMinutes: 1 }] })).toEqual([
      { ...theirs, timeoutMinutes: 1 },
    ])
  })

  it('says whether there is a worktree, and keeps what the user wants in it', () => {
    const own: Config = { worktree: { root: '/w', setup: ['a'] } }
    expect(mergeWorktree(own, { worktree: true })).toEqual(own)
    expect(mergeWorktree(own, { worktree: { setup: ['b'] } })).toEqual({
      worktree: { root: '/w', setup: ['b'] },
    })
    expect(mergeWorktree(own, { worktree: false })).toEqual({ worktree: false })
    expect(mergeWorktree(own, {})).toEqual(own)
    expect(mergeWorktree({}, {})).toEqual({})
  })
})
