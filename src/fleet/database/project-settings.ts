import { configSchema } from '../../core/settings/config-schema.ts'
import { settingsFrom, type Settings } from '../../host/config/settings.ts'

/** As the one who added the project chose them; what it brings itself in a file does not count. */
export const parseConfig = (text: string): Settings =>
  settingsFrom({ ...configSchema.parse(JSON.parse(text)), exclusiveWorkingTree: false })
