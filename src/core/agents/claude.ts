import type { PermissionMode } from '../../contracts/launch/agent.ts'
import { MODEL_NAME } from '../../contracts/launch/launch-patterns.ts'
import { readClaudeLine } from '../agent-events/claude-lines.ts'
import { objectOrNull, parseObject } from '../agent-events/json-fields.ts'
import { setting, type HeldIn } from '../settings/setting.ts'
import { plainErrors, type AgentDescriptor, type AgentRequest } from './descriptor.ts'

const settings = {
  permissionMode: {
    ...setting(
      {
        kind: 'choice',
        options: ['acceptEdits', 'auto', 'bypassPermissions', 'manual', 'dontAsk'],
        note: 'in plan no phase could write its document',
      },
      undefined,
      { isPersonal: true },
    ),
    label: { en: 'Permission mode', ja: '権限モード' },
    help: {
      en: "Claude Code's own permission mode. If set, it counts instead of the mode above.",
      ja: 'Claude Code 独自の権限モードです。指定すると上のモードより優先されます。',
    },
  },
  allowedTools: {
    ...setting(
      { kind: 'list', of: 'texts', allowed: 'a list of tools, such as ["Bash(npm test:*)"]' },
      undefined,
      { isPersonal: true },
    ),
    label: { en: 'Allowed tools', ja: '許可するツール' },
    help: {
      en: 'More tools that Claude Code may use, one per line, such as Bash(npm test:*).',
      ja: 'Claude Code に追加で許可するツールを 1 行に 1 つ書きます。例：Bash(npm test:*)',
    },
  },
  model: {
    ...setting({ kind: 'text', ...MODEL_NAME }, undefined),
    label: { en: 'Model', ja: 'モデル' },
    help: {
      en: 'A name that Claude Code knows, such as opus or sonnet. Empty: its own default.',
      ja: 'opus や sonnet など、Claude Code が対応している名前です。空欄なら Claude Code の既定です。',
    },
  },
} as const

type ClaudeOptions = HeldIn<typeof settings>

export const claude = {
  name: 'claude',
  label: 'Claude Code',
  cli: {
    executable: 'claude',
    variable: 'SDD_CLAUDE_COMMAND',
    install: 'npm install -g @anthropic-ai/claude-code',
    logIn: {
      en: 'start claude and type /login, or set ANTHROPIC_API_KEY',
      ja: 'claude を起動して /login と入力するか、ANTHROPIC_API_KEY を設定してください',
    },
    login: {
      keys: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN'],
      files: [{ folder: '.claude', variable: 'CLAUDE_CONFIG_DIR', file: '.credentials.json' }],
      otherVariables: ['CLAUDE_CODE_USE_BEDROCK', 'CLAUDE_CODE_USE_VERTEX'],
      // On macOS the login is in the keychain; this file only says that Claude has been used.
      otherFiles: [{ folder: '', file: '.claude.json', platform: 'darwin' }],
    },
  },
  capabilities: {
    canAsk: true,
    canResume: true,
    canLimitBudget: true,
    reportsCost: true,
    models: true,
  },
  settings,
  toolSetting: 'allowedTools',
  isolation: { unless: [] },
  projectFiles: {
    here: [
      '.claude/settings.json',
      '.claude/plugins',
      '.claude/scheduled_tasks.json',
      '.claude/launch.json',
    ],
    repository: [
      '.claude/settings.local.json',
      '.claude/hooks',
      '.claude/commands',
      '.claude/agents',
      '.claude/skills',
      '.claude/output-styles',
      '.claude/workflows',
      '.claude/routines',
    ],
    above: ['.mcp.json'],
    below: ['.claude/skills'],
    texts: [
      'CLAUDE.md',
      'CLAUDE.local.md',
      'AGENTS.md',
      '.claude/CLAUDE.md',
      '.claude/AGENTS.md',
      '.claude/rules',
    ],
    named: marketplacesIn,
    namedParts: ['.claude-plugin', '.mcp.json', 'plugins', 'hooks', 'agents', 'commands', 'skills'],
  },
  servers: {
    project: '.mcp.json',
    personal: { folder: '', variable: 'CLAUDE_CONFIG_DIR', file: '.claude.json' },
  },
  takesSessionId: true,
  args: (request) => [
    ...claudeArgs(request),
    ...(request.effort === undefined ? [] : [`--effort=${request.effort}`]),
    ...(request.budgetUsd === undefined ? [] : ['--max-budget-usd', String(request.budgetUsd)]),
    ...(request.extraArgs ?? []),
  ],
  bridgeArgs: (request) =>
    asks(request) ? ['stream-json', '--answer-timeout', String(request.answerTimeoutMs)] : null,
  env: (_request, inherited) => ({
    DISABLE_AUTOUPDATER: '1',
    // By default it retries ten times with growing pauses, even errors that are permanent.
    CLAUDE_CODE_MAX_RETRIES: '4',
    // Otherwise a turn could end while its background work is still running.
    CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '1',
    // The server's `retry-after` appears only in this log.
    ANTHROPIC_LOG: 'debug',
    ...inherited,
  }),
  readLine: readClaudeLine,
  readDenials: null,
  readErrors: plainErrors,
} as const satisfies AgentDescriptor<ClaudeOptions>

const MODES: Readonly<Record<PermissionMode, string>> = {
  plan: 'plan',
  ask: 'manual',
  edit: 'acceptEdits',
  full: 'bypassPermissions',
}

/** Without the prompt: it goes to stdin, because an argument is limited to 128 KB. */
export const claudeArgs = (request: AgentRequest<ClaudeOptions>): string[] => {
  const { sessionId, resumeSessionId, model, own } = request
  const session =
    resumeSessionId === null ? ['--session-id', sessionId] : [`--resume=${resumeSessionId}`]
  const asking = ['--input-format', 'stream-json', '--permission-prompt-tool', 'stdio']
  const tools = [...(own.allowedTools ?? []), ...request.allowTools]
  return [
    '-p',
    '--output-format',
    'stream-json',
    '--verbose',
    '--permission-mode',
    ownMode(request) ?? MODES[request.permission],
    ...session,
    ...(model === undefined ? [] : [`--model=${model}`]),
    ...(tools.length === 0 ? [] : ['--allowedTools', tools.join(',')]),
    ...(asks(request) ? asking : []),
    ...isolation(request),
  ]
}

/** Otherwise it runs the project's hooks and starts all servers it finds without asking. */
function isolation({ isolatedFrom, serverFiles }: AgentRequest<ClaudeOptions>): string[] {
  if (isolatedFrom !== null) return ['--setting-sources=user', '--strict-mcp-config']
  if (serverFiles === null) return []
  return ['--strict-mcp-config', ...serverFiles.map((file) => `--mcp-config=${file}`)]
}

/** Folders of plugins that settings name. */
function marketplacesIn(settings: string): string[] {
  const known = objectOrNull(parseObject(settings)?.['extraKnownMarketplaces']) ?? {}
  return Object.values(known).flatMap((marketplace) => {
    const { path } = objectOrNull(objectOrNull(marketplace)?.['source']) ?? {}
    return typeof path === 'string' ? [path] : []
  })
}

/** Claude's own permission mode, if the personal configuration sets one. */
const ownMode = ({ isPermissionOfRun, own }: AgentRequest<ClaudeOptions>): string | undefined =>
  isPermissionOfRun ? undefined : own.permissionMode

const asks = (request: AgentRequest<ClaudeOptions>): boolean =>
  request.permission === 'ask' && (ownMode(request) ?? 'manual') === 'manual'
