import { useSettings } from './settings-store.ts'
import { SettingRow } from './SettingRow.tsx'

interface SettingGroupProps {
  title: string
  help?: string
  keys: readonly string[]
}

/** Shows those of the keys that the host knows. */
export function SettingGroup({ title, help, keys }: SettingGroupProps) {
  const all = useSettings(({ settings }) => settings?.settings)
  const shown = keys.flatMap((key) => all?.find((setting) => setting.key === key) ?? [])
  if (shown.length === 0) return null
  return (
    <section className="mb-6">
      <h3 className="text-sm font-semibold">{title}</h3>
      {help === undefined ? null : <p className="text-muted">{help}</p>}
      <div className="mt-1 border-t border-line">
        {shown.map((setting) => (
          <SettingRow key={setting.key} setting={setting} />
        ))}
      </div>
    </section>
  )
}
