import type { Config } from '../contracts/config.ts'
import type { AgentPhase } from '../contracts/phases.ts'

const DOCUMENT_MINUTES = 30
const DEFAULT_TIMEOUT_MINUTES: Record<AgentPhase, number> = {
  requirements: DOCUMENT_MINUTES,
  design: DOCUMENT_MINUTES,
  tasks: DOCUMENT_MINUTES,
  'document-review': DOCUMENT_MINUTES,
  'document-review-reply': DOCUMENT_MINUTES,
  impl: 240,
  inspection: 60,
}

/** The configuration with every default filled in. */
export interface Settings {
  agentFor(phase: AgentPhase): string
  timeoutMs(phase: AgentPhase): number
  concurrency: number
  hangAfterMs: number
  graceMs: number
  exclusiveWorkingTree: boolean
  language: string
  claude: NonNullable<Config['claude']>
  simulatedFast: boolean
}

export function settingsFrom(config: Config): Settings {
  return {
    agentFor: (phase) => config.agents?.[phase] ?? config.agent ?? 'claude',
    timeoutMs: (phase) =>
      (config.timeoutMinutes?.[phase] ?? DEFAULT_TIMEOUT_MINUTES[phase]) * 60_000,
    concurrency: config.concurrency ?? 5,
    hangAfterMs: (config.hangMinutes ?? 10) * 60_000,
    graceMs: (config.graceSeconds ?? 5) * 1000,
    exclusiveWorkingTree: config.exclusiveWorkingTree ?? true,
    language: config.language ?? 'en',
    claude: config.claude ?? {},
    simulatedFast: config.simulated?.fast ?? false,
  }
}
