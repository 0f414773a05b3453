import { BadConfig } from './load-config.ts'
import { openSettings } from './open-settings.ts'

interface StatusSettings {
  /** The names of the checks that count now; null when the configuration cannot be read. */
  declared: string[] | null
  /** Whether tasks that are put aside need not be done. */
  skips: boolean
}

/** What the configuration has to say about where an item stands. */
export function statusSettings(projectDir: string, env: NodeJS.ProcessEnv): StatusSettings {
  try {
    const { delivery, skippedTasks } = openSettings(projectDir, env)
    return { declared: delivery.checks.map(({ name }) => name), skips: skippedTasks }
  } catch (error) {
    if (error instanceof BadConfig) return { declared: null, skips: false }
    throw error
  }
}
