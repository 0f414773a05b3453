import type { Config } from '../../core/settings/config-schema.ts'
import { BadConfig, configStamp, loadConfig } from './load-config.ts'
import { LiveSettings, type Settings } from './settings.ts'
import { runsWithout } from '../trust/findings.ts'

/** The settings of a project; they follow the configuration files. Throws `BadConfig`. */
export function openSettings(projectDir: string, env: NodeJS.ProcessEnv): Settings {
  const load = (): Config => {
    const isWithout = runsWithout(projectDir, env)
    return loadConfig(isWithout ? null : projectDir, env).config
  }
  const stampNow = (): string => `${configStamp(projectDir, env)} ${runsWithout(projectDir, env)}`
  let stamp = stampNow()
  let config = load()
  return new LiveSettings(config, () => {
    const found = stampNow()
    if (found === stamp) return null
    stamp = found
    const before = config
    try {
      config = load()
    } catch (error) {
      // Someone is editing the file: the previous values still apply.
      if (error instanceof BadConfig) return null
      throw error
    }
    return JSON.stringify(config) === JSON.stringify(before) ? null : config
  })
}
