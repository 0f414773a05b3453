import type { AgentEvent } from '../../../contracts/agent-events.ts'
import type { PermissionMode } from '../../../contracts/agent.ts'

export type Env = Readonly<Record<string, string | undefined>>

type DriverCommand = {
  /** A path, or a name to be looked up on PATH. */
  executable: string
  /** A script that the executable runs; given to it as first argument. */
  program: string | null
}

export type DriverRequest = {
  /** The id of a new session; unused when an old one is resumed. */
  sessionId: string
  resumeSessionId: string | null
  model: string | undefined
  effort: string | undefined
  permission: PermissionMode
  /** The CLI's own word for it, from the personal configuration; it wins over `permission`. */
  permissionMode: string | undefined
  allowedTools: readonly string[] | undefined
  extraArgs: readonly string[] | undefined
  /** What is left to spend, for CLIs that can keep to it. */
  budgetUsd: number | undefined
  /** How long a question waits for a person before it is denied. */
  answerTimeoutMs: number
  /** A folder for temporary files that is this agent's own; it exists when its environment names it. */
  tempDir: string
  /** The project whose own hooks, servers and settings the CLI is to leave alone; null: none. */
  isolatedFrom: string | null
}

export type DriverCapabilities = {
  /** In mode `ask` it puts its questions to a person; without, what needs asking is denied. */
  canAsk: boolean
  canResume: boolean
  canLimitBudget: boolean
  reportsCost: boolean
  /** It can be told which model to use. */
  models: boolean
}

/** One agent CLI: what to run, with which arguments, and how to read what it prints. */
export type Driver = {
  name: string
  /** The variable that names a stand-in for the CLI. */
  commandVariable: string | null
  command: (env: Env) => DriverCommand
  args: (request: DriverRequest) => string[]
  /** Arguments of the bridge that has to speak with the CLI over pipes; null: it needs none. */
  bridgeArgs: (request: DriverRequest) => string[] | null
  /** What the CLI gets of the person's environment, with our defaults under it. */
  env: (request: DriverRequest, inherited: Env) => Env
  readLine: (line: string) => AgentEvent[]
  /** The CLI takes the id we give to a new session; otherwise its output tells the id. */
  takesSessionId: boolean
  capabilities: DriverCapabilities
}

export type Drivers = ReadonlyMap<string, Driver>
