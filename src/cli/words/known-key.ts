import { CONFIG_KEYS, isConfigKey } from '../../host/config/config-keys.ts'
import { didYouMean } from './closest.ts'
import { commandLine } from './command-line.ts'
import { UsageError } from '../problems.ts'

export function knownKey(key: string): string {
  if (isConfigKey(key)) return key
  throw new UsageError(
    `${key || 'An empty name'} is not a key of the configuration`,
    `${didYouMean(key, CONFIG_KEYS.keys())}See all: ${commandLine('config')}`,
  )
}
