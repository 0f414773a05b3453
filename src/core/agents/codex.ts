import type { PermissionMode } from '../../contracts/launch/agent.ts'
import { deniedByCodex, readCodexLine, readCodexLog } from '../agent-events/codex-lines.ts'
import {
  NO_PROJECT_FILES,
  type AgentDescriptor,
  type AgentEnv,
  type AgentRequest,
} from './descriptor.ts'

const HOME = { folder: '.codex', variable: 'CODEX_HOME' }

export const codex = {
  name: 'codex',
  label: 'Codex',
  cli: {
    executable: 'codex',
    variable: 'SDD_CODEX_COMMAND',
    install: 'npm install -g @openai/codex',
    logIn: {
      en: 'run codex login, or set OPENAI_API_KEY',
      ja: 'codex login を実行するか、OPENAI_API_KEY を設定してください',
    },
    login: {
      keys: ['OPENAI_API_KEY', 'CODEX_API_KEY'],
      files: [{ ...HOME, file: 'auth.json' }],
      otherVariables: [],
      otherFiles: [{ ...HOME, file: 'config.toml' }],
    },
  },
  capabilities: {
    canAsk: false,
    canResume: true,
    canLimitBudget: false,
    reportsCost: false,
    models: true,
  },
  settings: {},
  toolSetting: null,
  isolation: { unless: [] },
  projectFiles: {
    ...NO_PROJECT_FILES,
    repository: ['.codex'],
    texts: ['AGENTS.md', 'AGENTS.override.md'],
  },
  servers: null,
  takesSessionId: false,
  args: (request) => codexArgs(request),
  bridgeArgs: () => null,
  env: (request, inherited) =>
    withClientLog(
      request.permission === 'edit'
        ? { ...inherited, TMPDIR: request.tempDir }
        : withoutTempTrap(request, inherited),
    ),
  readLine: readCodexLine,
  readDenials: deniedByCodex,
  readErrors: readCodexLog,
} as const satisfies AgentDescriptor

/** `codex exec` cannot ask: anything that needs permission is denied. */
const SANDBOXES: Readonly<Record<PermissionMode, string>> = {
  plan: 'read-only',
  ask: 'read-only',
  edit: 'workspace-write',
  full: 'danger-full-access',
}

const codexArgs = (request: AgentRequest): string[] => {
  const { permission, model, effort, extraArgs, resumeSessionId, isolatedFrom } = request
  return [
    'exec',
    '--json',
    // The user chose the project; without this flag codex refuses folders without git.
    '--skip-git-repo-check',
    // These phone home; without a network codex would wait at exit for replies that never come.
    '--disable',
    'plugins',
    '-c',
    'analytics.enabled=false',
    '-c',
    'check_for_update_on_startup=false',
    '-s',
    SANDBOXES[permission],
    // The shared /tmp is not part of the workspace; the agent gets a temp folder of its own.
    '-c',
    'sandbox_workspace_write.exclude_slash_tmp=true',
    ...(model === undefined ? [] : [`--model=${model}`]),
    ...(effort === undefined ? [] : ['-c', `model_reasoning_effort=${JSON.stringify(effort)}`]),
    ...(isolatedFrom === null ? [] : ['-c', untrusted(isolatedFrom)]),
    ...(extraArgs ?? []),
    ...(resumeSessionId === null ? [] : ['resume']),
    // Nothing after this is parsed as an option.
    '--',
    ...(resumeSessionId === null ? [] : [resumeSessionId]),
    '-',
  ]
}

/** Codex ignores the settings and the MCP servers of an untrusted project. */
const untrusted = (projectNames: readonly string[]): string => {
  const rows = projectNames.map((name) => `${JSON.stringify(name)}={trust_level="untrusted"}`)
  return `projects={${rows.join(',')}}`
}

/** The server's `retry-after` appears only in codex's client log. */
const withClientLog = (env: AgentEnv): AgentEnv => ({
  RUST_LOG: 'error,codex_http_client::client=debug',
  ...env,
})

const OTHER_TEMP = '/var/tmp'

/**
 * Codex creates no sandbox helper if its home is inside the temp folder; every command then fails,
 * yet the run exits with 0. Its home cannot be moved, so it gets another temp folder.
 */
const withoutTempTrap = (request: AgentRequest, env: AgentEnv): AgentEnv => {
  const home = env['CODEX_HOME'] || `${env['HOME'] || ''}/.codex`
  const temp = env['TMPDIR'] || request.systemTempDir
  return request.isInside(home, temp) ? { ...env, TMPDIR: OTHER_TEMP } : env
}
