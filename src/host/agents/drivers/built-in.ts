import { acpDescriptor, type AcpAgent } from '../../../core/agents/acp.ts'
import { AGENTS } from '../../../core/agents/agent-table.ts'
import type { AgentDescriptor, InstalledCli } from '../../../core/agents/descriptor.ts'
import { packageFile } from '../../shell/package-files.ts'
import type { Driver, Drivers, Env } from './driver.ts'

type BuiltInOptions = {
  /** The program to run for the agent that comes with this package. */
  ownProgram?: string
  /** The agents of the user's configuration, by name. */
  acp?: Readonly<Record<string, AcpAgent>> | undefined
}

export const builtInDrivers = ({
  ownProgram = builtProgram(),
  acp = {},
}: BuiltInOptions = {}): Drivers => {
  const configured = Object.entries(acp).map(([name, agent]) => acpDescriptor(name, agent))
  const all = [...AGENTS, ...configured].map((agent) => driverOf(agent, ownProgram))
  return new Map(all.map((driver) => [driver.name, driver]))
}

const driverOf = (agent: AgentDescriptor, ownProgram: string): Driver => {
  const { cli } = agent
  if (cli === null)
    return { ...agent, command: () => ({ executable: process.execPath, program: ownProgram }) }
  return { ...agent, command: (env) => ({ executable: executableOf(cli, env), program: null }) }
}

/** The user may name another program in the agent's variable. */
export const executableOf = ({ variable, executable }: InstalledCli, env: Env): string =>
  (variable === null ? undefined : env[variable]) || executable

const builtProgram = (): string => packageFile('dist', 'simulated-agent', 'main.js')
