import { useState } from 'react'
import { useMessages } from '../../i18n/messages.ts'
import { Button } from '../../ui/Button.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { usePreferences } from '../preferences/preferences-store.ts'
import { NOTIFY_KEYS } from './setting-controls.ts'
import { SettingGroup } from './SettingGroup.tsx'

type Ability = 'possible' | 'insecure' | 'unsupported' | 'denied'

export function NotificationsSection() {
  const { notifications } = useMessages().settings
  return (
    <>
      <DesktopSwitch />
      <div className="mt-6">
        <SettingGroup title={notifications.away} help={notifications.awayHelp} keys={NOTIFY_KEYS} />
      </div>
    </>
  )
}

function DesktopSwitch() {
  const { settings, common } = useMessages()
  const words = settings.notifications
  const { desktopNotifications, setDesktopNotifications } = usePreferences()
  const [ability, setAbility] = useState(abilityNow)
  const isOn = desktopNotifications && ability === 'possible'
  const notify = (): boolean => {
    try {
      void new Notification(common.appName, { body: words.testBody })
      return true
    } catch (error) {
      // Phones offer notifications to service workers only and throw here.
      if (!(error instanceof TypeError)) throw error
      setAbility('unsupported')
      setDesktopNotifications(false)
      return false
    }
  }
  const change = async (on: boolean): Promise<void> => {
    // Without permission it shows nothing, but already fails where a page may show none.
    if (on && Notification.permission === 'default' && !notify()) return
    if (on && Notification.permission === 'default') await Notification.requestPermission()
    setAbility(abilityNow())
    setDesktopNotifications(on && Notification.permission === 'granted')
  }
  return (
    <div className="flex flex-col items-start gap-2 border-y border-line py-2">
      <div className="flex w-full flex-wrap items-center gap-x-6 gap-y-1">
        <div className="min-w-0 grow basis-80">
          <h3 className="font-medium">{words.label}</h3>
          <p className="text-xs text-muted max-md:text-sm">{words.help}</p>
        </div>
        <Switch
          label={words.label}
          isOn={isOn}
          isDisabled={ability !== 'possible'}
          words={{ on: words.on, off: words.off }}
          onChange={(on) => void change(on)}
        />
      </div>
      <p role="status" className="text-needs">
        {ability === 'possible' ? null : words[ability]}
      </p>
      {isOn ? (
        <Button size="small" onClick={notify}>
          {words.test}
        </Button>
      ) : null}
    </div>
  )
}

function abilityNow(): Ability {
  if (!window.isSecureContext) return 'insecure'
  if (!('Notification' in window)) return 'unsupported'
  return Notification.permission === 'denied' ? 'denied' : 'possible'
}
