import { CONFIG_KEYS, isConfigKey } from '../host/config-keys.ts'
import { closest } from './words/closest.ts'
import { UsageError } from './problems.ts'

export function knownKey(key: string): string {
  if (isConfigKey(key)) return key
  const meant = closest(key, CONFIG_KEYS.keys())
  throw new UsageError(
    `${key || 'An empty name'} is not a key of the configuration`,
    `${meant === null ? '' : `Did you mean ${meant}? `}Known: ${[...CONFIG_KEYS.keys()].join(', ')}`,
  )
}
