import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { LoginState } from '../../contracts/views/settings-view.ts'
import { INSTALLED_AGENTS } from '../../core/agents/agent-table.ts'
import { loginState } from './agent-login.ts'

const loginOf = (name: string, env: Record<string, string>): LoginState => {
  const agent = INSTALLED_AGENTS.find((one) => one.name === name)
  if (agent === undefined) throw new Error(`no agent ${name}`)
  return loginState(agent.cli.login, env)
}

let home = ''
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'sdd-login-'))
})
afterEach(() => rmSync(home, { recursive: true }))

/** Unreadable on purpose: not JSON, and no read permission. */
function put(file: string): void {
  mkdirSync(dirname(join(home, file)), { recursive: true })
  writeFileSync(join(home, file), 'secret', { mode: 0o000 })
}

it.each(INSTALLED_AGENTS)('$name with neither key nor login is not logged in', ({ name }) => {
  expect(loginOf(name, { HOME: home })).toBe('none')
})

it.each([
  ['claude', 'ANTHROPIC_API_KEY'],
  ['codex', 'OPENAI_API_KEY'],
  ['gemini', 'GEMINI_API_KEY'],
  ['opencode', 'OPENAI_API_KEY'],
] as const)('%s is logged in by the key %s, not by an empty one', (agent, key) => {
  expect(loginOf(agent, { HOME: home, [key]: 'sk-1' })).toBe('key')
  expect(loginOf(agent, { HOME: home, [key]: '' })).toBe('none')
})

it.each([
  ['claude', '.claude/.credentials.json'],
  ['codex', '.codex/auth.json'],
  ['gemini', '.gemini/oauth_creds.json'],
  ['opencode', '.local/share/opencode/auth.json'],
] as const)('%s is logged in when %s is there', (agent, file) => {
  put(file)
  expect(loginOf(agent, { HOME: home })).toBe('account')
})

it.each([
  ['claude', 'CLAUDE_CONFIG_DIR', '.credentials.json'],
  ['codex', 'CODEX_HOME', 'auth.json'],
  ['opencode', 'XDG_DATA_HOME', 'opencode/auth.json'],
] as const)('%s: %s says where to look', (agent, variable, file) => {
  put(join('elsewhere', file))
  const env = { HOME: home, [variable]: join(home, 'elsewhere') }
  expect(loginOf(agent, env)).toBe('account')
})

it('a way to log in that cannot be seen from outside is unknown', () => {
  expect(loginOf('claude', { HOME: home, CLAUDE_CODE_USE_BEDROCK: '1' })).toBe('unknown')
  put('.gemini/settings.json')
  expect(loginOf('gemini', { HOME: home })).toBe('unknown')
})
