import type { PermissionMode } from '../../../contracts/agent.ts'
import { lineReaderFor } from '../../../core/agent-events/line-reader.ts'
import type { Driver, DriverRequest } from './driver.ts'

const COMMAND_VARIABLE = 'SDD_CLAUDE_COMMAND'

export const claudeDriver: Driver = {
  name: 'claude',
  commandVariable: COMMAND_VARIABLE,
  command: (env) => ({ executable: env[COMMAND_VARIABLE] || 'claude', program: null }),
  args: (request) => [
    ...claudeArgs(request),
    ...(request.effort === undefined ? [] : [`--effort=${request.effort}`]),
    ...(request.budgetUsd === undefined ? [] : ['--max-budget-usd', String(request.budgetUsd)]),
    ...(request.extraArgs ?? []),
  ],
  bridgeArgs: (request) =>
    asks(request) ? ['claude', '--answer-timeout', String(request.answerTimeoutMs)] : null,
  env: (_request, inherited) => ({
    DISABLE_AUTOUPDATER: '1',
    // By itself it tries ten times with growing pauses, also what will never be answered.
    CLAUDE_CODE_MAX_RETRIES: '4',
    // A turn that ends beside work in the background would be over before that work.
    CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '1',
    // It tells nobody else for how long a server does not want to be asked.
    ANTHROPIC_LOG: 'debug',
    ...inherited,
  }),
  readLine: lineReaderFor('claude'),
  takesSessionId: true,
  capabilities: {
    canAsk: true,
    canResume: true,
    canLimitBudget: true,
    reportsCost: true,
    models: true,
  },
}

const MODES: Readonly<Record<PermissionMode, string>> = {
  plan: 'plan',
  ask: 'manual',
  edit: 'acceptEdits',
  full: 'bypassPermissions',
}

/** No prompt among them: it comes on stdin, as an argument may be 128 KB at most. */
export const claudeArgs = (request: DriverRequest): string[] => {
  const { sessionId, resumeSessionId, model, allowedTools } = request
  const session =
    resumeSessionId === null ? ['--session-id', sessionId] : [`--resume=${resumeSessionId}`]
  const asking = ['--input-format', 'stream-json', '--permission-prompt-tool', 'stdio']
  return [
    '-p',
    '--output-format',
    'stream-json',
    '--verbose',
    '--permission-mode',
    request.permissionMode ?? MODES[request.permission],
    ...session,
    ...(model === undefined ? [] : [`--model=${model}`]),
    ...(allowedTools?.length ? ['--allowedTools', allowedTools.join(',')] : []),
    ...(asks(request) ? asking : []),
    // Otherwise it runs the project's hooks and starts its servers without asking.
    ...(request.isolatedFrom === null ? [] : ['--setting-sources=user', '--strict-mcp-config']),
  ]
}

const asks = ({ permission, permissionMode }: DriverRequest): boolean =>
  permission === 'ask' && (permissionMode === undefined || permissionMode === 'manual')
