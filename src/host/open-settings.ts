import { BadConfig, configStamp, loadConfig } from './config.ts'
import { LiveSettings, type Settings } from './settings.ts'

/** The settings of a project, which follow the files of the configuration. Throws `BadConfig`. */
export function openSettings(projectDir: string, env: NodeJS.ProcessEnv): Settings {
  let stamp = configStamp(projectDir, env)
  let { config } = loadConfig(projectDir, env)
  return new LiveSettings(config, () => {
    const found = configStamp(projectDir, env)
    if (found === stamp) return null
    stamp = found
    const before = config
    try {
      config = loadConfig(projectDir, env).config
    } catch (error) {
      // Somebody is editing it: what held before holds on.
      if (error instanceof BadConfig) return null
      throw error
    }
    return JSON.stringify(config) === JSON.stringify(before) ? null : config
  })
}
