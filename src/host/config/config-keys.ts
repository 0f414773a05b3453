import { AGENT_NAMES } from '../../core/agents/agent-table.ts'
import { AGENT_PHASES } from '../../contracts/phases.ts'
import { BUDGET_KINDS } from '../../contracts/spec-json.ts'
import type { LoadedConfig } from './load-config.ts'
import { settingsFrom } from './settings.ts'

const DEFAULTS = settingsFrom({})
const { agent: AGENT, permission: PERMISSION } = DEFAULTS.planFor('impl', {})
/** Keys with a name of the person's own in them. */
const OPEN_KEYS = /^(models\.acp:[a-z0-9-]+|acp\.[a-z0-9-]+(\.(command|args|env))?)$/

const unset = (key: string): [string, unknown] => [key, undefined]

/** Every key that can be set, with its value when nobody set it; undefined means none. */
export const CONFIG_KEYS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['agent', AGENT],
  ...AGENT_PHASES.map((phase) => unset(`agents.${phase}`)),
  ...[...AGENT_NAMES, ...AGENT_PHASES].map((name) => unset(`models.${name}`)),
  ...AGENT_PHASES.map((phase) => unset(`effort.${phase}`)),
  ['permission', PERMISSION],
  ...AGENT_PHASES.map((phase) => unset(`permissions.${phase}`)),
  unset('fallback'),
  ...BUDGET_KINDS.map((kind) => unset(`budget.${kind}`)),
  ['answerMinutes', DEFAULTS.answerMs / 60_000],
  unset('acp'),
  unset('notify.command'),
  unset('notify.webhook'),
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
  unset('claude.model'),
  ['claude.permissionMode', 'acceptEdits'],
  unset('claude.allowedTools'),
  ['simulated.fast', false],
])

export const isConfigKey = (key: string): boolean => CONFIG_KEYS.has(key) || OPEN_KEYS.test(key)

interface EffectiveValue {
  key: string
  value: unknown
  /** The file it comes from; null for a default. */
  source: string | null
}

/** What holds for each key: the last source that has it, else the default. */
export function effectiveValues(sources: LoadedConfig['sources']): EffectiveValue[] {
  return [...CONFIG_KEYS.keys()].map((key) => effectiveValue(sources, key))
}

export function effectiveValue(sources: LoadedConfig['sources'], key: string): EffectiveValue {
  for (const { file, config } of sources.toReversed()) {
    const found = valueAt(config, key)
    if (found !== undefined) return { key, value: found, source: file }
  }
  return { key, value: CONFIG_KEYS.get(key), source: null }
}

export const valueAt = (value: unknown, key: string): unknown =>
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
