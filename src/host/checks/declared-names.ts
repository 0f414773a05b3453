import { BadConfig } from '../config/load-config.ts'
import { openSettings } from '../config/open-settings.ts'

/** The names of the checks that count now; null when the configuration cannot be read. */
export function declaredNames(projectDir: string, env: NodeJS.ProcessEnv): string[] | null {
  try {
    return openSettings(projectDir, env).delivery.checks.map(({ name }) => name)
  } catch (error) {
    if (error instanceof BadConfig) return null
    throw error
  }
}
