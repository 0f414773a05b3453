import { useMessages } from '../../i18n/messages.ts'
import { CLAUDE_KEYS, MODE_KEYS } from './setting-controls.ts'
import { SettingGroup } from './SettingGroup.tsx'

export function PermissionsSection() {
  const { permissions } = useMessages().settings
  return (
    <>
      <p className="mb-4 text-muted">{permissions.intro}</p>
      <SettingGroup title={permissions.modes} help={permissions.modesHelp} keys={MODE_KEYS} />
      <SettingGroup title="Claude Code" help={permissions.claudeHelp} keys={CLAUDE_KEYS} />
    </>
  )
}
