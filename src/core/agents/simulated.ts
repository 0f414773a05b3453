import { readClaudeLine } from '../agent-events/claude-lines.ts'
import { claudeArgs } from './claude.ts'
import { plainErrors, type AgentDescriptor } from './descriptor.ts'

type SimulatedOptions = { readonly fast?: boolean }

/** Plays every phase without a model; it takes and prints what Claude does. */
export const simulated: AgentDescriptor<SimulatedOptions> = {
  name: 'simulated',
  label: 'Simulated agent',
  cli: null,
  capabilities: {
    // It touches nothing that anybody would have to be asked about.
    canAsk: true,
    canResume: true,
    canLimitBudget: false,
    reportsCost: true,
    models: false,
  },
  toolSetting: null,
  isolation: { unless: [] },
  projectFiles: [],
  takesSessionId: true,
  args: (request) => [
    ...claudeArgs({ ...request, own: {}, allowTools: [] }),
    ...(request.extraArgs ?? []),
    ...(request.own.fast ? ['--fast'] : []),
  ],
  bridgeArgs: () => null,
  env: (_request, inherited) => inherited,
  readLine: readClaudeLine,
  readDenials: null,
  readErrors: plainErrors,
}
