import type {
  AgentCapabilities,
  AgentDescriptor,
  AgentEnv,
  AgentRequest,
} from '../../../core/agents/descriptor.ts'

export type Env = AgentEnv
export type DriverRequest = AgentRequest
export type DriverCapabilities = AgentCapabilities

type DriverCommand = {
  /** A path, or a name to look up in PATH. */
  executable: string
  /** A script for the executable, passed as its first argument. */
  program: string | null
}

/** An agent that can be started here: its descriptor and the command to run. */
export type Driver = AgentDescriptor & {
  command: (env: Env) => DriverCommand
}

export type Drivers = ReadonlyMap<string, Driver>
