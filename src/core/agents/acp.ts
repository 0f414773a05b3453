import { readBridgeLine } from '../agent-events/bridge-lines.ts'
import {
  NO_PROJECT_FILES,
  plainErrors,
  type AgentCapabilities,
  type AgentDescriptor,
  type AgentRequest,
} from './descriptor.ts'

/** An ACP agent from the user's configuration. */
export type AcpAgent = {
  command: string
  args?: readonly string[] | undefined
  env?: Readonly<Record<string, string>> | undefined
  /** The user has set it up to ask for permission, although it has no mode for that. */
  asks?: boolean | undefined
}

const PREFIX = 'acp:'

export const acpName = (name: string): string => `${PREFIX}${name}`

/** The name in the configuration; null for an agent that is not configured there. */
export const configuredName = (agent: string): string | null =>
  agent.startsWith(PREFIX) ? agent.slice(PREFIX.length) : null

export const ACP_CAPABILITIES: AgentCapabilities = {
  canAsk: true,
  canResume: true,
  canLimitBudget: false,
  reportsCost: false,
  models: true,
}

interface AcpTraits {
  /** It asks for permission when configured to, although it has no mode for that. */
  asks: boolean
  /** Its `export` command reports the usage. */
  exportsUsage: boolean
}

/** Shared by all ACP agents: they run behind the bridge, whose output we read. */
export const speaksAcp = ({ asks, exportsUsage }: AcpTraits) =>
  ({
    settings: {},
    toolSetting: null,
    servers: null,
    takesSessionId: false,
    bridgeArgs: ({ permission, model, resumeSessionId, answerTimeoutMs }: AgentRequest) => [
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
    readLine: readBridgeLine,
    readDenials: null,
    readErrors: plainErrors,
  }) satisfies Partial<AgentDescriptor>

/** Variables from the configuration win: the user set them for this agent. */
export const acpDescriptor = (name: string, agent: AcpAgent): AgentDescriptor => ({
  ...speaksAcp({ asks: agent.asks ?? false, exportsUsage: false }),
  name: acpName(name),
  label: acpName(name),
  cli: {
    executable: agent.command,
    variable: null,
    install: '',
    logIn: null,
    login: { keys: [], files: [], otherVariables: [], otherFiles: [] },
  },
  capabilities: ACP_CAPABILITIES,
  isolation: null,
  projectFiles: NO_PROJECT_FILES,
  args: ({ extraArgs }) => [...(agent.args ?? []), ...(extraArgs ?? [])],
  env: (_request, inherited) => ({ ...inherited, ...agent.env }),
})
