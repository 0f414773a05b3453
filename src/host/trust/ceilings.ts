import { SETTINGS } from '../../core/settings/setting-table.ts'
import type { Config } from '../../core/settings/config-schema.ts'
import type { SettingValue } from '../../core/settings/setting.ts'
import { valueAt, withValue } from '../config/config-keys.ts'

/** A value in the project's file that would raise one of the user's limits; it is ignored. */
export interface CappedValue {
  key: string
  wanted: number | string
  ceiling: number | string
  /** Whose limit it is. */
  by: 'personal' | 'default'
}

const LIMITS = [...SETTINGS].filter(([, { isLimit }]) => isLimit)

/**
 * A project may lower a limit, never raise it above the user's value, or above the default if the
 * user set none. A budget has no default, so any budget lowers it.
 */
export function underCeilings(
  personal: Config,
  project: Config,
): { config: Config; capped: CappedValue[] } {
  const capped: CappedValue[] = []
  let config: Record<string, unknown> = { ...project }
  for (const [key, { byDefault, value }] of LIMITS) {
    const own = valueAt(personal, key)
    const ceiling = own ?? byDefault
    const wanted = valueAt(project, key)
    if (!isValue(wanted) || !isValue(ceiling) || !exceeds(value, wanted, ceiling)) continue
    capped.push({ key, wanted, ceiling, by: own === undefined ? 'default' : 'personal' })
    config = withValue(config, key.split('.'), undefined)
  }
  return { config: config as Config, capped }
}

const isValue = (value: unknown): value is number | string =>
  typeof value === 'number' || typeof value === 'string'

/** Of two choices the later one leaves the user more to decide. */
function exceeds(value: SettingValue, wanted: number | string, ceiling: number | string): boolean {
  if (value.kind === 'choice')
    return value.options.indexOf(String(wanted)) < value.options.indexOf(String(ceiling))
  return typeof wanted === 'number' && typeof ceiling === 'number' && wanted > ceiling
}
