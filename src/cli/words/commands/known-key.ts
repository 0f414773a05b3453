import { isSettingKey, SETTING_KEYS } from '../../../core/settings/setting-table.ts'
import { didYouMean } from './closest.ts'
import { commandLine } from './command-line.ts'
import { UsageError } from '../../problems.ts'

export function knownKey(key: string): string {
  if (isSettingKey(key)) return key
  throw new UsageError(
    `${key || 'An empty name'} is not a configuration key`,
    `${didYouMean(key, SETTING_KEYS)}List all keys: ${commandLine('config')}`,
  )
}
