import { tmpdir } from 'node:os'
import { describe, expect, it } from 'vitest'
import type { PermissionMode } from '../../../contracts/launch/agent.ts'
import { agentRequest as request } from '../../../testkit/agent-request.ts'
import type { DriverRequest } from './driver.ts'
import { builtInDrivers } from './built-in.ts'

const acp = { 'my-agent': { command: '/opt/agent', args: ['--stdio'], env: { KEY: 'row' } } }
const drivers = builtInDrivers({ acp })
const driver = (name: string) => {
  const found = drivers.get(name)
  if (found === undefined) throw new Error(`no driver ${name}`)
  return found
}

const modes: PermissionMode[] = ['plan', 'ask', 'edit', 'full']
const after = (args: string[], flag: string): string | undefined => args[args.indexOf(flag) + 1]

describe('the drivers', () => {
  it('are one for each agent, and one for each ACP agent of the configuration', () => {
    expect([...drivers.keys()].toSorted()).toEqual([
      'acp:my-agent',
      'claude',
      'codex',
      'gemini',
      'opencode',
      'simulated',
    ])
  })

  it('say each permission in the words of their CLI', () => {
    const claude = modes.map((permission) => driver('claude').args(request({ permission })))
    expect(claude.map((args) => after(args, '--permission-mode'))).toEqual([
      'plan',
      'manual',
      'acceptEdits',
      'bypassPermissions',
    ])
    const codex = modes.map((permission) => driver('codex').args(request({ permission })))
    expect(codex.map((args) => after(args, '-s'))).toEqual([
      'read-only',
      'read-only',
      'workspace-write',
      'danger-full-access',
    ])
    const gemini = modes.map((permission) => driver('gemini').bridgeArgs(request({ permission })))
    expect(gemini.map((args) => after(args ?? [], '--permission'))).toEqual(modes)
  })

  it('put claude behind the bridge only where it may ask', () => {
    const bridgeArgs = (wish: Partial<DriverRequest>) => driver('claude').bridgeArgs(request(wish))
    expect(bridgeArgs({ permission: 'edit' })).toBeNull()
    expect(bridgeArgs({ permission: 'ask', own: { permissionMode: 'plan' } })).toBeNull()
    expect(bridgeArgs({ permission: 'ask' })).toEqual(['stream-json', '--answer-timeout', '1000'])
    const args = driver('claude').args(request({ permission: 'ask' }))
    expect(after(args, '--permission-prompt-tool')).toBe('stdio')
    expect(after(args, '--input-format')).toBe('stream-json')
  })

  it('pass on model, effort and budget where the CLI takes them', () => {
    const wish = request({ model: 'm', effort: 'high', budgetUsd: 1.5 })
    const claude = driver('claude').args(wish)
    expect(claude).toEqual(expect.arrayContaining(['--model=m', '--effort=high']))
    expect(after(claude, '--max-budget-usd')).toBe('1.5')
    const codex = driver('codex').args(wish)
    expect(codex).toContain('--model=m')
    expect(codex).toContain('model_reasoning_effort="high"')
    expect(driver('opencode').bridgeArgs(wish)).toContain('--model=m')
  })

  it('give codex the prompt on stdin, also when it continues with a session', () => {
    expect(driver('codex').args(request()).at(-1)).toBe('-')
    const resumed = driver('codex').args(request({ resumeSessionId: 'old-id' }))
    expect(resumed.slice(-4)).toEqual(['resume', '--', 'old-id', '-'])
  })

  it('keep codex out of a temp folder that holds its home', () => {
    const wish = request({ permission: 'full', systemTempDir: tmpdir() })
    const env = (inherited: Record<string, string>) => driver('codex').env(wish, inherited)
    expect(env({ CODEX_HOME: `${tmpdir()}/x/codex` })).toMatchObject({ TMPDIR: '/var/tmp' })
    expect(env({ HOME: '/t/home', TMPDIR: '/t' })).toMatchObject({ TMPDIR: '/var/tmp' })
    expect(env({ HOME: '/home/me', TMPDIR: '/t' })).toMatchObject({
      HOME: '/home/me',
      TMPDIR: '/t',
    })
  })

  it('A5 give codex a temp folder of its own where it may write in the workspace only', () => {
    const env = driver('codex').env(request({ permission: 'edit' }), { TMPDIR: '/tmp' })
    expect(env).toMatchObject({ TMPDIR: '/agent/tmp' })
    const args = driver('codex').args(request({ permission: 'edit' }))
    expect(args).toContain('sandbox_workspace_write.exclude_slash_tmp=true')
  })

  it('A2 let opencode continue after a refusal, beside what the user has set', () => {
    const own = { model: 'm', experimental: { other: 1 } }
    const inherited = { OPENCODE_CONFIG_CONTENT: JSON.stringify(own) }
    const { OPENCODE_CONFIG_CONTENT = '' } = driver('opencode').env(request(), inherited)
    expect(JSON.parse(OPENCODE_CONFIG_CONTENT)).toEqual({
      model: 'm',
      experimental: { other: 1, continue_loop_on_deny: true },
    })
  })

  it('let the user override their defaults, but not what was set for one agent', () => {
    const claude = driver('claude').env(request(), { CLAUDE_CODE_MAX_RETRIES: '9' })
    expect(claude).toMatchObject({ CLAUDE_CODE_MAX_RETRIES: '9', DISABLE_AUTOUPDATER: '1' })
    expect(driver('gemini').env(request(), {})).toEqual({ GEMINI_CLI_NO_RELAUNCH: 'true' })
    const configured = driver('acp:my-agent')
    expect(configured.env(request(), { KEY: 'mine', PATH: '/bin' })).toEqual({
      KEY: 'row',
      PATH: '/bin',
    })
    expect(configured.args(request())).toEqual(['--stdio'])
    expect(configured.command({}).executable).toBe('/opt/agent')
  })
})
