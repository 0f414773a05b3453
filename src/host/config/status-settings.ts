import { BadConfig } from './load-config.ts'
import { openSettings } from './open-settings.ts'

interface StatusSettings {
  /** The names of the checks in effect; null if the configuration cannot be read. */
  declared: string[] | null
  /** Whether skipped tasks count as done. */
  skips: boolean
}

/** The settings that affect the status of an item. */
export function statusSettings(projectDir: string, env: NodeJS.ProcessEnv): StatusSettings {
  try {
    const { delivery, skippedTasks } = openSettings(projectDir, env)
    return { declared: delivery.checks.map(({ name }) => name), skips: skippedTasks }
  } catch (error) {
    if (error instanceof BadConfig) return { declared: null, skips: false }
    throw error
  }
}
