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
  readonly concurrency: number
  readonly hangAfterMs: number
  readonly graceMs: number
  readonly exclusiveWorkingTree: boolean
  readonly language: string
  readonly claude: NonNullable<Config['claude']>
  readonly simulatedFast: boolean
  readonly logRetentionDays: number
  /** Takes over what the files of the configuration say now; true when that is something else. */
  refresh(): boolean
}

/** Every value is asked for when it is needed: a change holds for whatever is started next. */
export class LiveSettings implements Settings {
  #config: Config
  readonly #reload: () => Config | null

  constructor(config: Config, reload: () => Config | null) {
    this.#config = config
    this.#reload = reload
  }

  refresh(): boolean {
    const config = this.#reload()
    if (config === null) return false
    this.#config = config
    return true
  }

  agentFor(phase: AgentPhase): string {
    return this.#config.agents?.[phase] ?? this.#config.agent ?? 'claude'
  }

  timeoutMs(phase: AgentPhase): number {
    const minutes = this.#config.timeoutMinutes?.[phase] ?? DEFAULT_TIMEOUT_MINUTES[phase]
    return minutes * 60_000
  }

  get concurrency(): number {
    return this.#config.concurrency ?? 5
  }

  get hangAfterMs(): number {
    return (this.#config.hangMinutes ?? 10) * 60_000
  }

  get graceMs(): number {
    return (this.#config.graceSeconds ?? 5) * 1000
  }

  get exclusiveWorkingTree(): boolean {
    return this.#config.exclusiveWorkingTree ?? true
  }

  get language(): string {
    return this.#config.language ?? 'en'
  }

  get claude(): NonNullable<Config['claude']> {
    return this.#config.claude ?? {}
  }

  get simulatedFast(): boolean {
    return this.#config.simulated?.fast ?? false
  }

  get logRetentionDays(): number {
    return this.#config.logRetentionDays ?? 30
  }
}

/** Settings that stay as they are. */
export const settingsFrom = (config: Config): Settings => new LiveSettings(config, () => null)
