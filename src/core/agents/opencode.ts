import type { PermissionMode } from '../../contracts/launch/agent.ts'
import { objectOrNull, parseObject } from '../agent-events/json-fields.ts'
import { ACP_CAPABILITIES, speaksAcp } from './acp.ts'
import { NO_PROJECT_FILES, type AgentDescriptor } from './descriptor.ts'

export const opencode = {
  ...speaksAcp({ asks: true, exportsUsage: true }),
  name: 'opencode',
  label: 'OpenCode',
  cli: {
    executable: 'opencode',
    variable: 'SDD_OPENCODE_COMMAND',
    install: 'npm install -g opencode-ai',
    logIn: {
      en: 'run opencode auth login',
      ja: 'opencode auth login を実行してください',
    },
    login: {
      keys: ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GEMINI_API_KEY', 'OPENROUTER_API_KEY'],
      files: [{ folder: '.local/share', variable: 'XDG_DATA_HOME', file: 'opencode/auth.json' }],
      otherVariables: ['OPENCODE_CONFIG', 'OPENCODE_CONFIG_CONTENT'],
      otherFiles: [],
    },
  },
  capabilities: { ...ACP_CAPABILITIES, reportsCost: true },
  // It runs its plugins even when the project's configuration is switched off.
  isolation: {
    unless: ['.opencode/plugin', '.opencode/plugins', '.opencode/tool', '.opencode/tools'],
  },
  projectFiles: {
    ...NO_PROJECT_FILES,
    repository: ['opencode.json', 'opencode.jsonc', '.opencode'],
    texts: ['AGENTS.md', 'CLAUDE.md'],
    installed: [
      '.opencode/node_modules',
      '.opencode/.gitignore',
      '.opencode/bun.lock',
      '.opencode/package-lock.json',
    ],
    named: filesNamedIn,
  },
  args: ({ extraArgs }) => ['acp', ...(extraArgs ?? [])],
  env: ({ permission, isolatedFrom }, inherited) => ({
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_PERMISSION: JSON.stringify(permissionRules(permission)),
    ...inherited,
    OPENCODE_CONFIG_CONTENT: configContent(inherited['OPENCODE_CONFIG_CONTENT']),
    ...(isolatedFrom === null ? {} : { OPENCODE_DISABLE_PROJECT_CONFIG: '1' }),
  }),
} as const satisfies AgentDescriptor

/** Plugins that are files, and files whose content becomes part of the configuration. */
function filesNamedIn(config: string): string[] {
  const contents = [...config.matchAll(/\{file:([^}]+)\}/g)].map(([, path = '']) => path)
  const plugins = [...config.matchAll(/"plugin"\s*:\s*\[([^\]]*)\]/g)].flatMap(([, list = '']) =>
    [...list.matchAll(/"(?:file:\/\/)?([^"]+)"/g)].map(([, path = '']) => path),
  )
  return [...contents, ...plugins]
}

/** OpenCode asks only if configured to; the bridge then answers according to the mode. */
const permissionRules = (mode: PermissionMode): object => {
  const rule = mode === 'full' ? 'allow' : 'ask'
  return { edit: rule, bash: rule, webfetch: rule, external_directory: rule }
}

/** Without this, OpenCode ends its turn at the first denied tool. */
const configContent = (own: string | undefined): string => {
  const config = parseObject(own ?? '') ?? {}
  const experimental = { continue_loop_on_deny: true, ...objectOrNull(config['experimental']) }
  return JSON.stringify({ ...config, experimental })
}
