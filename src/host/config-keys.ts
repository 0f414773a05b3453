import { AGENT_PHASES } from '../contracts/phases.ts'
import type { LoadedConfig } from './config.ts'
import { settingsFrom } from './settings.ts'

const DEFAULTS = settingsFrom({})

/** Every key that can be set, with its value when nobody set it; undefined means none. */
export const CONFIG_KEYS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['agent', DEFAULTS.agentFor('impl')],
  ...AGENT_PHASES.map((phase): [string, unknown] => [`agents.${phase}`, undefined]),
  ['concurrency', DEFAULTS.concurrency],
  ...AGENT_PHASES.map((phase): [string, unknown] => [
    `timeoutMinutes.${phase}`,
    DEFAULTS.timeoutMs(phase) / 60_000,
  ]),
  ['hangMinutes', DEFAULTS.hangAfterMs / 60_000],
  ['graceSeconds', DEFAULTS.graceMs / 1000],
  ['logRetentionDays', DEFAULTS.logRetentionDays],
  ['exclusiveWorkingTree', DEFAULTS.exclusiveWorkingTree],
  ['language', DEFAULTS.language],
  ['claude.model', undefined],
  ['claude.permissionMode', 'acceptEdits'],
  ['claude.allowedTools', undefined],
  ['simulated.fast', DEFAULTS.simulatedFast],
])

interface EffectiveValue {
  key: string
  value: unknown
  /** The file it comes from; null for a default. */
  source: string | null
}

/** What holds for each key: the last source that has it, else the default. */
export function effectiveValues(sources: LoadedConfig['sources']): EffectiveValue[] {
  return [...CONFIG_KEYS].map(([key, byDefault]) => {
    for (const { file, config } of sources.toReversed()) {
      const found = valueAt(config, key)
      if (found !== undefined) return { key, value: found, source: file }
    }
    return { key, value: byDefault, source: null }
  })
}

const valueAt = (value: unknown, key: string): unknown =>
  key.split('.').reduce((inner, name) => (isObject(inner) ? inner[name] : undefined), value)

/** A copy with the key set, or without it; objects on the way are made, all else is kept. */
export function withValue(
  source: Record<string, unknown>,
  [name = '', ...rest]: string[],
  value: unknown,
): Record<string, unknown> {
  const { [name]: inner, ...others } = source
  if (rest.length > 0)
    return { ...source, [name]: withValue(isObject(inner) ? inner : {}, rest, value) }
  return value === undefined ? others : { ...source, [name]: value }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
