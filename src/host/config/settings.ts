import type { PermissionMode } from '../../contracts/launch/agent.ts'
import type { Config } from '../../core/settings/config-schema.ts'
import type { AgentPhase } from '../../contracts/phases.ts'
import { PLAIN_SETTINGS, TIMEOUT_MINUTES } from '../../core/settings/setting-table.ts'
import { descriptorOf } from '../../core/agents/agent-table.ts'
import type { OwnOptions } from '../../core/agents/descriptor.ts'
import { deliveryOf, type DeliverySettings } from './delivery-settings.ts'
import type { Budget, Choices, SpecAgents } from '../../contracts/spec-json.ts'

/** Which agent runs a phase, and how. */
export interface AgentPlan {
  agent: string
  model: string | undefined
  effort: string | undefined
  permission: PermissionMode
  /** The settings that only this agent has. */
  own: OwnOptions
}

/** The configuration with every default filled in. */
export interface Settings {
  /** `agent` replaces the planned one. */
  planFor(phase: AgentPhase, spec: SpecAgents, agent?: string): AgentPlan
  readonly fallback: string[]
  readonly budget: Budget
  readonly answerMs: number
  /** How much the user decides, for items that do not set this themselves. */
  readonly choices: Choices
  readonly acp: NonNullable<Config['acp']>
  readonly notify: NonNullable<Config['notify']>
  timeoutMs(phase: AgentPhase): number
  readonly concurrency: number
  readonly hangAfterMs: number
  readonly graceMs: number
  readonly exclusiveWorkingTree: boolean
  readonly skippedTasks: boolean
  readonly language: string
  readonly delivery: DeliverySettings
  /** The tools that this agent may use without asking for permission. */
  allowedTools(agent: string): string[]
  readonly logRetentionDays: number
  /** Reloads the configuration files; true if something changed. */
  refresh(): boolean
  /** The listener is called after every change. */
  onChange(listener: () => void): void
}

/** Values are read when they are needed: a change applies to whatever starts next. */
export class LiveSettings implements Settings {
  #config: Config
  readonly #reload: () => Config | null
  readonly #listeners: (() => void)[] = []

  constructor(config: Config, reload: () => Config | null) {
    this.#config = config
    this.#reload = reload
  }

  refresh(): boolean {
    const config = this.#reload()
    if (config === null) return false
    this.#config = config
    for (const listener of this.#listeners) listener()
    return true
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener)
  }

  planFor(phase: AgentPhase, spec: SpecAgents, agent?: string): AgentPlan {
    return plan(this.#config, phase, { spec, agent })
  }

  #plain<K extends WithDefault>(key: K): NonNullable<Config[K]> {
    return valueOr(this.#config, key)
  }

  get fallback(): string[] {
    return this.#config.fallback ?? []
  }

  get budget(): Budget {
    const { usd = null, tokens = null, minutes = null } = this.#config.budget ?? {}
    return { usd, tokens, minutes }
  }

  get answerMs(): number {
    return this.#plain('answerMinutes') * 60_000
  }

  get choices(): Choices {
    return { approvals: this.#plain('approvals'), clarify: this.#plain('clarify') }
  }

  get acp(): NonNullable<Config['acp']> {
    return this.#config.acp ?? {}
  }

  get notify(): NonNullable<Config['notify']> {
    return this.#config.notify ?? {}
  }

  timeoutMs(phase: AgentPhase): number {
    const minutes = this.#config.timeoutMinutes?.[phase] ?? TIMEOUT_MINUTES[phase]
    return minutes * 60_000
  }

  get concurrency(): number {
    return this.#plain('concurrency')
  }

  get hangAfterMs(): number {
    return this.#plain('hangMinutes') * 60_000
  }

  get graceMs(): number {
    return this.#plain('graceSeconds') * 1000
  }

  get exclusiveWorkingTree(): boolean {
    return this.#plain('exclusiveWorkingTree')
  }

  get skippedTasks(): boolean {
    return this.#plain('skippedTasks')
  }

  get language(): string {
    return this.#plain('language')
  }

  get delivery(): DeliverySettings {
    return deliveryOf(this.#config)
  }

  allowedTools(agent: string): string[] {
    const tools = ownOptions(this.#config, agent)[descriptorOf(agent)?.toolSetting ?? '']
    return Array.isArray(tools) ? (tools as string[]) : []
  }

  get logRetentionDays(): number {
    return this.#plain('logRetentionDays')
  }
}

type WithDefault = Exclude<
  keyof typeof PLAIN_SETTINGS,
  'fallback' | 'checks' | 'worktree' | 'baseBranch'
>

const valueOr = <K extends WithDefault>(config: Config, key: K): NonNullable<Config[K]> =>
  (config[key] ?? PLAIN_SETTINGS[key].byDefault) as NonNullable<Config[K]>

/** Settings that never change. */
export const settingsFrom = (config: Config): Settings => new LiveSettings(config, () => null)

/** A spec's own values are the most specific: they override the configuration. */
function plan(
  config: Config,
  phase: AgentPhase,
  { spec, agent }: { spec: SpecAgents; agent: string | undefined },
): AgentPlan {
  const planned = spec[phase] ?? spec.default ?? config.agents?.[phase] ?? valueOr(config, 'agent')
  const chosen = agent ?? planned
  return {
    agent: chosen,
    model: modelOf(config, chosen, chosen === planned ? phase : null),
    effort: config.effort?.[phase],
    permission: config.permissions?.[phase] ?? valueOr(config, 'permission'),
    own: ownOptions(config, chosen),
  }
}

const ownOptions = (config: Config, agent: string): OwnOptions => {
  if (descriptorOf(agent) === undefined) return {}
  return (config as Readonly<Record<string, OwnOptions | undefined>>)[agent] ?? {}
}

/** A phase's model is meant for the agent planned for it: another may not have that model. */
function modelOf(config: Config, agent: string, phase: AgentPhase | null): string | undefined {
  const ofPhase = phase === null ? undefined : config.models?.[phase]
  const { model } = ownOptions(config, agent)
  return ofPhase ?? config.models?.[agent] ?? (typeof model === 'string' ? model : undefined)
}
