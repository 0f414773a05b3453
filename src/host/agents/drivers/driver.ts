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
  /** A path, or a name to be looked up on PATH. */
  executable: string
  /** A script that the executable runs; given to it as first argument. */
  program: string | null
}

/** An agent that can be started here: its descriptor, and what to run for it. */
export type Driver = AgentDescriptor & {
  command: (env: Env) => DriverCommand
}

export type Drivers = ReadonlyMap<string, Driver>
