import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { LoginState } from '../../contracts/views/settings-view.ts'
import type { Env } from '../agents/drivers/driver.ts'

export const KNOWN_CLIS = ['claude', 'codex', 'gemini', 'opencode'] as const

interface Login {
  /** Any of them set means a key. */
  keys: string[]
  /** Any of them there means a login. */
  files: (env: Env) => string[]
  /** Any of them means that it may be logged in by a way that cannot be seen from here. */
  otherVariables: string[]
  otherFiles: (env: Env) => string[]
}

const homeOf = (env: Env): string => env['HOME'] || homedir()
const none = (): string[] => []

const LOGINS: Record<(typeof KNOWN_CLIS)[number], Login> = {
  claude: {
    keys: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN'],
    files: (env) => [
      join(env['CLAUDE_CONFIG_DIR'] || join(homeOf(env), '.claude'), '.credentials.json'),
    ],
    otherVariables: ['CLAUDE_CODE_USE_BEDROCK', 'CLAUDE_CODE_USE_VERTEX'],
    // On macOS the login is in the keychain; this file only tells that Claude has been used.
    otherFiles: (env) => (process.platform === 'darwin' ? [join(homeOf(env), '.claude.json')] : []),
  },
  codex: {
    keys: ['OPENAI_API_KEY', 'CODEX_API_KEY'],
    files: (env) => [join(env['CODEX_HOME'] || join(homeOf(env), '.codex'), 'auth.json')],
    otherVariables: [],
    otherFiles: (env) => [join(env['CODEX_HOME'] || join(homeOf(env), '.codex'), 'config.toml')],
  },
  gemini: {
    keys: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
    files: (env) => [join(homeOf(env), '.gemini', 'oauth_creds.json')],
    otherVariables: ['GOOGLE_GENAI_USE_VERTEXAI', 'GOOGLE_APPLICATION_CREDENTIALS'],
    otherFiles: (env) => [join(homeOf(env), '.gemini', 'settings.json')],
  },
  opencode: {
    keys: ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GEMINI_API_KEY', 'OPENROUTER_API_KEY'],
    files: (env) => [
      join(env['XDG_DATA_HOME'] || join(homeOf(env), '.local', 'share'), 'opencode', 'auth.json'),
    ],
    otherVariables: ['OPENCODE_CONFIG', 'OPENCODE_CONFIG_CONTENT'],
    otherFiles: none,
  },
}

/** Only whether variables and files are there: no content is read, and nothing is asked of anybody. */
export function loginState(agent: (typeof KNOWN_CLIS)[number], env: Env): LoginState {
  const { keys, files, otherVariables, otherFiles } = LOGINS[agent]
  const isSet = (name: string): boolean => Boolean(env[name])
  if (keys.some(isSet)) return 'key'
  if (files(env).some((path) => existsSync(path))) return 'account'
  const mayBe = otherVariables.some(isSet) || otherFiles(env).some((path) => existsSync(path))
  return mayBe ? 'unknown' : 'none'
}
