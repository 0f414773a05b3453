import { AGENT_PHASES } from '../contracts/phases.ts'
import type { LoadedConfig } from '../host/config.ts'
import { settingsFrom } from '../host/settings.ts'
import { closest } from './closest.ts'
import { UsageError } from './problems.ts'

const DEFAULTS = settingsFrom({})

/** Every key that can be set, with its value when nobody set it; undefined means none. */
const CONFIG_KEYS = new Map<string, unknown>([
  ['agent', DEFAULTS.agentFor('impl')],
  ...AGENT_PHASES.map((phase): [string, unknown] => [`agents.${phase}`, undefined]),
  ['concurrency', DEFAULTS.concurrency],
  ...AGENT_PHASES.map((phase): [string, unknown] => [
    `timeoutMinutes.${phase}`,
    DEFAULTS.timeoutMs(phase) / 60_000,
  ]),
  ['hangMinutes', DEFAULTS.hangAfterMs / 60_000],
  ['graceSeconds', DEFAULTS.graceMs / 1000],
  ['exclusiveWorkingTree', DEFAULTS.exclusiveWorkingTree],
  ['language', DEFAULTS.language],
  ['claude.model', undefined],
  ['claude.permissionMode', 'acceptEdits'],
  ['claude.allowedTools', undefined],
  ['simulated.fast', DEFAULTS.simulatedFast],
])

export interface EffectiveValue {
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

export function knownKey(key: string): string {
  if (CONFIG_KEYS.has(key)) return key
  const meant = closest(key, CONFIG_KEYS.keys())
  throw new UsageError(
    `${key || 'An empty name'} is not a key of the configuration`,
    `${meant === null ? '' : `Did you mean ${meant}? `}Known: ${[...CONFIG_KEYS.keys()].join(', ')}`,
  )
}

const valueAt = (value: unknown, key: string): unknown =>
  key.split('.').reduce((inner, name) => (isObject(inner) ? inner[name] : undefined), value)

/** A copy with the key set; objects on the way are made, everything else is kept. */
export function withValue(
  source: Record<string, unknown>,
  [name = '', ...rest]: string[],
  value: unknown,
): Record<string, unknown> {
  const inner = source[name]
  const next = rest.length === 0 ? value : withValue(isObject(inner) ? inner : {}, rest, value)
  return { ...source, [name]: next }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
