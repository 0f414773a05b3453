import type { Drivers } from '../driver.ts'
import { claudeDriver } from './claude.ts'
import { simulatedDriver, type SimulatedOptions } from './simulated.ts'

export const builtInDrivers = (options: { simulated?: SimulatedOptions } = {}): Drivers =>
  new Map([claudeDriver, simulatedDriver(options.simulated)].map((driver) => [driver.name, driver]))
