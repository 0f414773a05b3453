import { useMessages } from '../../i18n/messages.ts'
import { PERMISSION_KEYS } from './setting-controls.ts'
import { SettingGroup } from './SettingGroup.tsx'

export function PermissionsSection() {
  const { permissions } = useMessages().settings
  return (
    <>
      <p className="mb-4 text-muted">{permissions.intro}</p>
      <SettingGroup title="Claude Code" keys={PERMISSION_KEYS} />
    </>
  )
}
