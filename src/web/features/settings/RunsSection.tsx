import { useMessages } from '../../i18n/messages.ts'
import {
  AGENT_KEYS,
  BUDGET_KEYS,
  DELIVERY_KEYS,
  EFFORT_KEYS,
  GENERAL_KEYS,
  isKnownKey,
  MODEL_KEYS,
  TIMEOUT_KEYS,
} from './setting-controls.ts'
import { SettingGroup } from './SettingGroup.tsx'
import { useSettings } from './settings-store.ts'

export function RunsSection() {
  const { runs } = useMessages().settings
  const all = useSettings(({ settings }) => settings?.settings)
  const others = (all ?? []).map(({ key }) => key).filter((key) => !isKnownKey(key))
  return (
    <>
      <SettingGroup title={runs.general} keys={GENERAL_KEYS} />
      <SettingGroup title={runs.delivery} help={runs.deliveryHelp} keys={DELIVERY_KEYS} />
      <SettingGroup title={runs.agents} help={runs.agentsHelp} keys={AGENT_KEYS} />
      <SettingGroup title={runs.budget} help={runs.budgetHelp} keys={BUDGET_KEYS} />
      <SettingGroup title={runs.models} help={runs.modelsHelp} keys={MODEL_KEYS} />
      <SettingGroup title={runs.effort} help={runs.effortHelp} keys={EFFORT_KEYS} />
      <SettingGroup title={runs.timeouts} help={runs.timeoutsHelp} keys={TIMEOUT_KEYS} />
      <SettingGroup title={runs.other} help={runs.otherHelp} keys={others} />
    </>
  )
}
