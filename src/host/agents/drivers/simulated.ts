import { fileURLToPath } from 'node:url'
import { readClaudeLine } from '../../../core/agent-events/claude-lines.ts'
import type { Driver } from '../driver.ts'
import { claudeArgs } from './claude.ts'

export type SimulatedOptions = { fast?: boolean; program?: string }

/** Plays every phase without a model; it speaks Claude's format. */
export const simulatedDriver = ({ fast = false, program }: SimulatedOptions = {}): Driver => ({
  name: 'simulated',
  commandVariable: null,
  command: () => ({ executable: process.execPath, program: program ?? builtProgram() }),
  args: (request) => [...claudeArgs(request), ...(fast ? ['--fast'] : [])],
  env: {},
  readLine: readClaudeLine,
  needsTerminalEvent: true,
})

const builtProgram = (): string =>
  fileURLToPath(new URL('../../../simulated-agent/main.js', import.meta.url))
