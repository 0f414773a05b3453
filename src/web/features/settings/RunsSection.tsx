import { useMessages } from '../../i18n/messages.ts'
import { AGENT_KEYS, GENERAL_KEYS, isKnownKey, TIMEOUT_KEYS } from './setting-controls.ts'
import { SettingGroup } from './SettingGroup.tsx'
import { useSettings } from './settings-store.ts'

export function RunsSection() {
  const { runs } = useMessages().settings
  const all = useSettings(({ settings }) => settings?.settings)
  const others = (all ?? []).map(({ key }) => key).filter((key) => !isKnownKey(key))
  return (
    <>
      <SettingGroup title={runs.general} keys={GENERAL_KEYS} />
      <SettingGroup title={runs.agents} help={runs.agentsHelp} keys={AGENT_KEYS} />
      <SettingGroup title={runs.timeouts} help={runs.timeoutsHelp} keys={TIMEOUT_KEYS} />
      <SettingGroup title={runs.other} help={runs.otherHelp} keys={others} />
    </>
  )
}
