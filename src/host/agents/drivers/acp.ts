import type { PermissionMode } from '../../../contracts/agent.ts'
import { objectOrNull, parseObject } from '../../../core/agent-events/json-fields.ts'
import { lineReaderFor } from '../../../core/agent-events/line-reader.ts'
import type { Driver, DriverCapabilities, DriverRequest, Env } from './driver.ts'

/** An agent that speaks ACP, as the person's configuration names it. */
export type AcpAgent = {
  command: string
  args?: readonly string[] | undefined
  env?: Readonly<Record<string, string>> | undefined
  /** The person has set it up so that it asks, though it has no mode of its own for it. */
  asks?: boolean | undefined
}

type Row = {
  name: string
  commandVariable: string | null
  executable: string
  args: (request: DriverRequest) => string[]
  env: (request: DriverRequest, inherited: Env) => Env
  capabilities: DriverCapabilities
  asks: boolean
  /** What it used is told by its command `export`. */
  exportsUsage: boolean
}

/** Behind the bridge: what every ACP agent can depends on what it says of itself. */
const acpDriver = ({ executable, commandVariable, asks, exportsUsage, ...row }: Row): Driver => ({
  ...row,
  commandVariable,
  command: (env) => {
    const standIn = commandVariable === null ? undefined : env[commandVariable]
    return { executable: standIn || executable, program: null }
  },
  bridgeArgs: ({ permission, model, resumeSessionId, answerTimeoutMs }) => [
    'acp',
    '--permission',
    permission,
    '--answer-timeout',
    String(answerTimeoutMs),
    ...(asks ? ['--asks'] : []),
    ...(exportsUsage ? ['--exports-usage'] : []),
    ...(model === undefined ? [] : [`--model=${model}`]),
    ...(resumeSessionId === null ? [] : [`--resume=${resumeSessionId}`]),
  ],
  readLine: lineReaderFor(row.name),
  takesSessionId: false,
})

const COMMON: DriverCapabilities = {
  canAsk: true,
  canResume: true,
  canLimitBudget: false,
  reportsCost: false,
  models: true,
}

export const geminiDriver = acpDriver({
  name: 'gemini',
  commandVariable: 'SDD_GEMINI_COMMAND',
  executable: 'gemini',
  args: ({ model, extraArgs }) => [
    '--acp',
    ...(model === undefined ? [] : [`--model=${model}`]),
    ...(extraArgs ?? []),
  ],
  // Otherwise it starts itself anew as a child and ignores every signal but the last.
  env: (_request, inherited) => ({ GEMINI_CLI_NO_RELAUNCH: 'true', ...inherited }),
  // It says that it can load a session, and then finds none of those it has saved.
  capabilities: { ...COMMON, canResume: false },
  asks: false,
  exportsUsage: false,
})

/** It does not ask unless told to; what it asks for the bridge answers by the mode. */
const opencodePermissions = (mode: PermissionMode): object => {
  const rule = mode === 'full' ? 'allow' : 'ask'
  return { edit: rule, bash: rule, webfetch: rule, external_directory: rule }
}

/** Otherwise the first tool that it may not use ends its turn. */
const opencodeConfig = (own: string | undefined): string => {
  const config = parseObject(own ?? '') ?? {}
  const experimental = { continue_loop_on_deny: true, ...objectOrNull(config['experimental']) }
  return JSON.stringify({ ...config, experimental })
}

export const opencodeDriver = acpDriver({
  name: 'opencode',
  commandVariable: 'SDD_OPENCODE_COMMAND',
  executable: 'opencode',
  args: ({ extraArgs }) => ['acp', ...(extraArgs ?? [])],
  env: ({ permission, isolatedFrom }, inherited) => ({
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_PERMISSION: JSON.stringify(opencodePermissions(permission)),
    ...inherited,
    OPENCODE_CONFIG_CONTENT: opencodeConfig(inherited['OPENCODE_CONFIG_CONTENT']),
    ...(isolatedFrom === null ? {} : { OPENCODE_DISABLE_PROJECT_CONFIG: '1' }),
  }),
  capabilities: { ...COMMON, reportsCost: true },
  asks: true,
  exportsUsage: true,
})

/** The row's own variables win: the person wrote them for this agent. */
export const configuredAcpDriver = (name: string, agent: AcpAgent): Driver =>
  acpDriver({
    name: `acp:${name}`,
    commandVariable: null,
    executable: agent.command,
    args: ({ extraArgs }) => [...(agent.args ?? []), ...(extraArgs ?? [])],
    env: (_request, inherited) => ({ ...inherited, ...agent.env }),
    capabilities: COMMON,
    asks: agent.asks ?? false,
    exportsUsage: false,
  })
