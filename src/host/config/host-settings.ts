import { settingOf } from '../../core/settings/setting-table.ts'
import { effectiveValues } from './config-keys.ts'
import { loadConfig } from './load-config.ts'
import type { SettingView, SettingsView } from '../../contracts/views/settings-view.ts'

export function settingsView(projectDir: string | null, env: NodeJS.ProcessEnv): SettingsView {
  const { sources, unknownKeys, notForProject, capped } = loadConfig(projectDir, env)
  const [personalFile = '', projectFile = ''] = sources.map(({ file }) => file)
  const settings = effectiveValues(sources).map(({ key, value, source }): SettingView => ({
    key,
    value: value ?? null,
    byDefault: settingOf(key)?.byDefault ?? null,
    source: source === null ? null : source === personalFile ? 'personal' : 'project',
    cappedFrom: capped.find((one) => one.key === key)?.wanted ?? null,
  }))
  return { settings, personalFile, projectFile, ignored: [...unknownKeys, ...notForProject] }
}
