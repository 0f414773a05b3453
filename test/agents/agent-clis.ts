import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cliPath } from '../../scripts/installs/agent-clis.mjs'
import { scriptRun } from '../../src/testkit/script-run.ts'

export type CliName = 'claude' | 'codex' | 'gemini' | 'opencode'

/**
 * A home folder and environment in which every CLI knows only the scripted model, never retries and
 * calls no other server.
 */
export function cleanEnvironment(home: string, modelUrl: string): Record<string, string> {
  const codexHome = join(home, 'codex')
  for (const folder of [codexHome, join(home, '.gemini')]) mkdirSync(folder, { recursive: true })
  writeFileSync(join(codexHome, 'config.toml'), codexConfig(modelUrl))
  writeFileSync(join(home, '.gemini', 'settings.json'), JSON.stringify(GEMINI_SETTINGS))
  return {
    PATH: process.env['PATH'] ?? '',
    ...scriptRun(),
    HOME: home,
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_DATA_HOME: join(home, 'data'),
    XDG_CACHE_HOME: join(home, 'cache'),
    XDG_STATE_HOME: join(home, 'state'),
    SDD_CLAUDE_COMMAND: cliPath('claude'),
    SDD_CODEX_COMMAND: cliPath('codex'),
    SDD_GEMINI_COMMAND: cliPath('gemini'),
    SDD_OPENCODE_COMMAND: cliPath('opencode'),
    ANTHROPIC_BASE_URL: modelUrl,
    ANTHROPIC_API_KEY: 'sk-ant-dummy',
    CLAUDE_CODE_MAX_RETRIES: '1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    CODEX_HOME: codexHome,
    SCRIPTED_API_KEY: 'dummy',
    GEMINI_API_KEY: 'dummy',
    GOOGLE_GEMINI_BASE_URL: modelUrl,
    OPENCODE_CONFIG_CONTENT: JSON.stringify(opencodeConfig(modelUrl)),
    OPENCODE_DISABLE_MODELS_FETCH: '1',
  }
}

const codexConfig = (modelUrl: string): string => `
model = "gpt-5.5"
model_provider = "scripted"
[model_providers.scripted]
name = "scripted"
base_url = "${modelUrl}/v1"
env_key = "SCRIPTED_API_KEY"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0
`

const GEMINI_SETTINGS = {
  security: { auth: { selectedType: 'gemini-api-key' } },
  general: { maxAttempts: 1, enableAutoUpdate: false },
  privacy: { usageStatisticsEnabled: false },
  model: { name: 'gemini-2.5-flash' },
}

const opencodeConfig = (modelUrl: string): object => ({
  autoupdate: false,
  share: 'disabled',
  model: 'scripted/scripted',
  small_model: 'scripted/scripted',
  provider: {
    scripted: {
      npm: '@ai-sdk/openai-compatible',
      options: { baseURL: `${modelUrl}/v1`, apiKey: 'dummy' },
      models: {
        scripted: { limit: { context: 100_000, output: 8000 }, cost: { input: 3, output: 15 } },
      },
    },
  },
})
