import { fileURLToPath } from 'node:url'
import { readClaudeLine } from '../../../core/agent-events/claude-lines.ts'
import type { Driver } from '../driver.ts'
import { claudeArgs } from './claude.ts'

export type SimulatedOptions = { readonly fast?: boolean; program?: string }

/** Plays every phase without a model; it speaks Claude's format. */
export const simulatedDriver = (options: SimulatedOptions = {}): Driver => ({
  name: 'simulated',
  commandVariable: null,
  command: () => ({ executable: process.execPath, program: options.program ?? builtProgram() }),
  args: (request) => [...claudeArgs(request), ...(options.fast ? ['--fast'] : [])],
  env: {},
  readLine: readClaudeLine,
  needsTerminalEvent: true,
})

const builtProgram = (): string =>
  fileURLToPath(new URL('../../../simulated-agent/main.js', import.meta.url))
