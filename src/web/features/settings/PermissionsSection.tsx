import { useMessages } from '../../i18n/messages.ts'
import { MODE_KEYS, OWN_PERMISSIONS } from './setting-controls.ts'
import { SettingGroup } from './SettingGroup.tsx'

export function PermissionsSection() {
  const { permissions } = useMessages().settings
  return (
    <>
      <p className="mb-4 text-muted">{permissions.intro}</p>
      <SettingGroup title={permissions.modes} help={permissions.modesHelp} keys={MODE_KEYS} />
      {OWN_PERMISSIONS.map(({ label, keys }) => (
        <SettingGroup key={label} title={label} help={permissions.ownHelp(label)} keys={keys} />
      ))}
    </>
  )
}
