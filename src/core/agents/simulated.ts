import { readClaudeLine } from '../agent-events/claude-lines.ts'
import { claudeArgs } from './claude.ts'
import { setting, type HeldIn } from '../settings/setting.ts'
import { NO_PROJECT_FILES, plainErrors, type AgentDescriptor } from './descriptor.ts'

const settings = {
  fast: {
    ...setting({ kind: 'switch' }, false),
    label: {
      en: 'Simulated agent without pauses',
      ja: 'シミュレーション用エージェントの待ち時間をなくす',
    },
    help: {
      en: 'The built-in practice agent works as fast as it can.',
      ja: '内蔵のシミュレーション用エージェントが最速で動きます。',
    },
  },
} as const

type SimulatedOptions = HeldIn<typeof settings>

/** Plays every phase without a model; its arguments and output are like Claude's. */
export const simulated = {
  name: 'simulated',
  label: 'Simulated agent',
  cli: null,
  capabilities: {
    // It does nothing that needs permission.
    canAsk: true,
    canResume: true,
    canLimitBudget: false,
    reportsCost: true,
    models: false,
  },
  settings,
  toolSetting: null,
  isolation: { unless: [] },
  projectFiles: NO_PROJECT_FILES,
  servers: null,
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
} as const satisfies AgentDescriptor<SimulatedOptions>
