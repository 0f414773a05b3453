import { SETTING_KEYS, settingOf } from '../../core/settings/setting-table.ts'
import type { LoadedConfig } from './load-config.ts'

interface EffectiveValue {
  key: string
  value: unknown
  /** The file it comes from; null: the default. */
  source: string | null
}

/** The effective value of each key: from the last source that has it, else the default. */
export function effectiveValues(sources: LoadedConfig['sources']): EffectiveValue[] {
  return SETTING_KEYS.map((key) => effectiveValue(sources, key))
}

export function effectiveValue(sources: LoadedConfig['sources'], key: string): EffectiveValue {
  for (const { file, config } of sources.toReversed()) {
    const found = valueAt(config, key)
    if (found !== undefined) return { key, value: found, source: file }
  }
  return { key, value: settingOf(key)?.byDefault, source: null }
}

export const valueAt = (value: unknown, key: string): unknown =>
  key.split('.').reduce((inner, name) => (isObject(inner) ? inner[name] : undefined), value)

/** A copy with the key set, or removed if undefined; creates missing parent objects. */
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
