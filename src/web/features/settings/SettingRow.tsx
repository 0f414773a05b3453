import { Lock, RotateCcw } from 'lucide-react'
import { useId, useState } from 'react'
import type { SettingView } from '../../../contracts/views/settings-view.ts'
import { descriptorOf } from '../../../core/agents/agent-table.ts'
import { isLocalKey } from '../../../core/settings/setting-table.ts'
import { useMessages, type Messages } from '../../i18n/messages.ts'
import { wordsOfRefusal } from '../../i18n/words.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { stepName } from '../../i18n/step-name.ts'
import { controlOf } from './setting-controls.ts'
import { SettingInput } from './SettingInput.tsx'
import { useIsDevice, useSettings } from './settings-store.ts'

interface SettingRowProps {
  setting: SettingView
}

/** One setting: its name, its value and where that comes from. Saved on blur. */
export function SettingRow({ setting }: SettingRowProps) {
  const m = useMessages()
  const id = useId()
  const [error, setError] = useState<string | null>(null)
  const isDevice = useIsDevice()
  const projectFile = useSettings(({ settings }) => settings?.projectFile ?? '')
  const { label, help } = wordsFor(m, setting.key)
  const isForeign = setting.source === 'project'
  const isBarred = isDevice && isLocalKey(setting.key)
  const save = async (value: unknown): Promise<void> => {
    if (value === undefined) return setError(wrongValue(m, setting.key))
    const refusal = await useSettings.getState().change(setting.key, value)
    setError(refusal === null ? null : wordsOfRefusal(m, refusal))
  }
  return (
    <div className="grid items-center gap-x-6 gap-y-1 border-b border-line py-1.5 md:grid-cols-[minmax(0,1fr)_380px]">
      <div className="min-w-0">
        <Name
          id={controlOf(setting.key, setting.value).kind === 'switch' ? null : id}
          label={label}
        />
        <div id={`${id}-about`} className="text-xs text-muted max-md:text-sm">
          {help}
          {isForeign ? (
            <p className="flex gap-1 text-text">
              <Lock aria-hidden className="mt-1 size-3 shrink-0" />
              {m.settings.projectHelp(projectFile)}
            </p>
          ) : null}
          {setting.cappedFrom !== null ? (
            <p className="text-text">{m.settings.capped(projectFile, setting.cappedFrom)}</p>
          ) : null}
          {isBarred ? <p className="text-text">{m.settings.localOnly}</p> : null}
        </div>
      </div>
      <div className="flex min-w-0 flex-col gap-1">
        <div className="flex items-start gap-2">
          <SettingInput
            key={JSON.stringify([setting.value, setting.source])}
            setting={setting}
            label={label}
            isDisabled={isForeign || isBarred}
            ids={{
              id,
              'aria-describedby': `${id}-about ${id}-error`,
              'aria-invalid': error !== null,
            }}
            onSave={(value) => void save(value)}
          />
          <Source setting={setting} label={label} onReset={() => void save(null)} />
        </div>
        <div id={`${id}-error`} aria-live="polite" className="text-xs text-failed">
          {error}
        </div>
      </div>
    </div>
  )
}

/** A switch has its own label. */
function Name({ id, label }: { id: string | null; label: string }) {
  if (id === null) return <span className="font-medium">{label}</span>
  return (
    <label htmlFor={id} className="font-medium">
      {label}
    </label>
  )
}

interface SourceProps {
  setting: SettingView
  label: string
  onReset(): void
}

function Source({ setting, label, onReset }: SourceProps) {
  const { settings } = useMessages()
  const { source } = setting
  const word =
    source === 'project'
      ? settings.project
      : source === 'personal'
        ? settings.personal
        : settings.byDefault
  return (
    <span className="ml-auto flex h-8 min-w-28 shrink-0 items-center justify-end gap-1 text-xs text-muted max-md:h-11 max-md:min-w-0">
      {word}
      {source === 'personal' ? (
        <IconButton
          label={settings.reset(label)}
          icon={<RotateCcw aria-hidden className="size-3.5" />}
          onClick={onReset}
          className="size-6"
        />
      ) : null}
    </span>
  )
}

/** Keys in these groups are labelled by phase or agent; the heading says the rest. */
const BY_PHASE = new Set(['agents', 'timeoutMinutes', 'models', 'effort', 'permissions'])

function wordsFor(m: Messages, key: string): { label: string; help: string } {
  const [group = '', name] = key.split('.')
  if (name === undefined) return wordsIn(m.settings.keys, key)
  if (BY_PHASE.has(group)) return { label: stepName(m.common, name), help: '' }
  const own = descriptorOf(group)?.settings[name]
  if (own === undefined) return wordsIn(m.settings.keys, key)
  return { label: m.settings.ownWords(own.label), help: m.settings.ownWords(own.help) }
}

const wordsIn = (
  words: Readonly<Record<string, { label: string; help: string }>>,
  key: string,
): { label: string; help: string } => words[key] ?? { label: key, help: '' }

function wrongValue({ settings }: Messages, key: string): string {
  const control = controlOf(key)
  if (control.kind === 'number') return settings.badNumber(control)
  if (key === 'language') return settings.badLanguage
  return key === 'notify.webhook' ? settings.badAddress : settings.badName
}
