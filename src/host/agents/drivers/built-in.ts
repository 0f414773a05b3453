import type { Driver, Drivers } from './driver.ts'
import { type AcpAgent, configuredAcpDriver, geminiDriver, opencodeDriver } from './acp.ts'
import { claudeDriver } from './claude.ts'
import { codexDriver } from './codex.ts'
import { simulatedDriver, type SimulatedOptions } from './simulated.ts'

type BuiltInOptions = {
  simulated?: SimulatedOptions
  /** From the person's configuration, by name without the `acp:` in front. */
  acp?: Readonly<Record<string, AcpAgent>> | undefined
}

export const builtInDrivers = ({ simulated, acp = {} }: BuiltInOptions = {}): Drivers => {
  const configured = Object.entries(acp).map(([name, agent]) => configuredAcpDriver(name, agent))
  const all: Driver[] = [
    claudeDriver,
    codexDriver,
    geminiDriver,
    opencodeDriver,
    ...configured,
    simulatedDriver(simulated),
  ]
  return new Map(all.map((driver) => [driver.name, driver]))
}
