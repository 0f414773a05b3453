import { lineReaderFor } from '../../../core/agent-events/line-reader.ts'
import { packageFile } from '../../shell/package-files.ts'
import type { Driver } from './driver.ts'
import { claudeArgs } from './claude.ts'

export type SimulatedOptions = { readonly fast?: boolean; program?: string }

/** Plays every phase without a model; it speaks Claude's format. */
export const simulatedDriver = (options: SimulatedOptions = {}): Driver => ({
  name: 'simulated',
  commandVariable: null,
  command: () => ({ executable: process.execPath, program: options.program ?? builtProgram() }),
  args: (request) => [
    ...claudeArgs(request),
    ...(request.extraArgs ?? []),
    ...(options.fast ? ['--fast'] : []),
  ],
  bridgeArgs: () => null,
  env: (_request, inherited) => inherited,
  readLine: lineReaderFor('simulated'),
  takesSessionId: true,
  capabilities: {
    // It touches nothing that anybody would have to be asked about.
    canAsk: true,
    canResume: true,
    canLimitBudget: false,
    reportsCost: true,
    models: false,
  },
})

const builtProgram = (): string => packageFile('dist', 'simulated-agent', 'main.js')
