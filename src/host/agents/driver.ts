import type { AgentEvent } from '../../contracts/agent-events.ts'

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
  permissionMode: string | undefined
  allowedTools: readonly string[] | undefined
  extraArgs: readonly string[] | undefined
}

/** One agent CLI: what to run, with which arguments, and how to read what it prints. */
export type Driver = {
  name: string
  /** The variable that names a stand-in for the CLI. */
  commandVariable: string | null
  command: (env: Env) => DriverCommand
  args: (request: DriverRequest) => string[]
  /** Defaults that the person's own environment overrides. */
  env: Readonly<Record<string, string>>
  readLine: (line: string) => AgentEvent[]
  /** Exit code 0 alone proves nothing: Claude ends with 0 on SIGINT. */
  needsTerminalEvent: true
}

export type Drivers = ReadonlyMap<string, Driver>
