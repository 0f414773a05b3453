import { useState, type KeyboardEvent } from 'react'
import type { SettingView } from '../../../contracts/views/settings-view.ts'
import { AGENT_NAMES } from '../../../core/agents/agent-table.ts'
import { useMessages, type Messages } from '../../i18n/messages.ts'
import { INPUT } from '../../ui/Field.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { controlOf, isOptional, textOf, valueOf, type Control } from './setting-controls.ts'
import { useSettings } from './settings-store.ts'

interface Ids {
  id: string
  'aria-describedby': string
  'aria-invalid': boolean
}

interface SettingInputProps {
  setting: SettingView
  label: string
  isDisabled: boolean
  ids: Ids
  /** Called with undefined for an invalid value. */
  onSave(value: unknown): void
}

export function SettingInput(props: SettingInputProps) {
  const { setting, label, isDisabled, onSave } = props
  const { settings } = useMessages()
  const control = controlOf(setting.key, setting.value)
  switch (control.kind) {
    case 'switch':
      return (
        <span className="flex h-8 grow items-center max-md:h-11">
          <Switch
            label={label}
            isOn={setting.value === true}
            isDisabled={isDisabled}
            words={{ on: settings.notifications.on, off: settings.notifications.off }}
            onChange={onSave}
          />
        </span>
      )
    case 'agent':
      return <AgentChoice {...props} />
    case 'choice':
      return (
        <Choice
          {...props}
          options={[
            ...(isOptional(setting.key)
              ? [{ value: '', words: noneWords(settings, setting.key) }]
              : []),
            ...control.options.map((option) => ({ value: option })),
          ]}
        />
      )
    case 'number':
    case 'text':
    case 'list':
    case 'json':
      return <TextInput {...props} control={control} />
    default:
      return control satisfies never
  }
}

/** Describes what applies while nothing is chosen. */
function noneWords({ permissions, runs }: Messages['settings'], key: string): string {
  if (key === 'deploy.mode') return runs.byWorkspace
  return key.startsWith('permissions.') ? permissions.asAll : permissions.asMode
}

interface Option {
  value: string
  words?: string
}

function Choice({
  setting,
  isDisabled,
  ids,
  onSave,
  options,
}: SettingInputProps & { options: Option[] }) {
  const { settings } = useMessages()
  const isUnset = setting.source === null && options.some((option) => option.value === '')
  const value = isUnset ? '' : textOf(controlOf(setting.key), setting.value)
  return (
    <select
      {...ids}
      value={value}
      disabled={isDisabled}
      onChange={(event) => onSave(event.target.value === '' ? null : event.target.value)}
      className={`${INPUT} h-8 min-w-0 max-md:h-11`}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.words ??
            settings.values[`${setting.key}.${option.value}`] ??
            settings.values[option.value] ??
            option.value}
        </option>
      ))}
    </select>
  )
}

function AgentChoice(props: SettingInputProps) {
  const { settings } = useMessages()
  const checks = useSettings(({ checkup }) => checkup?.agents)
  const { value } = props.setting
  const names = new Set(AGENT_NAMES)
  for (const { agent } of checks ?? []) names.add(agent)
  if (typeof value === 'string') names.add(value)
  const options: Option[] = [...names].map((name) => {
    const state = checks?.find(({ agent }) => agent === name)?.state
    return {
      value: name,
      words:
        state === undefined || state === 'ready'
          ? name
          : `${name} (${settings.agents.states[state]})`,
    }
  })
  return (
    <Choice
      {...props}
      options={
        isOptional(props.setting.key)
          ? [{ value: '', words: settings.agentsOwn }, ...options]
          : options
      }
    />
  )
}

function TextInput({
  setting,
  isDisabled,
  ids,
  onSave,
  control,
}: SettingInputProps & { control: Control }) {
  const { settings } = useMessages()
  const saved = textOf(control, setting.value)
  const [text, setText] = useState(saved)
  const save = (): void => {
    if (text.trim() !== saved) onSave(valueOf(control, text))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && control.kind !== 'list') save()
    if (event.key === 'Escape') setText(saved)
  }
  const shared = {
    ...ids,
    value: text,
    disabled: isDisabled,
    placeholder: settings.notSet,
    spellCheck: false,
    autoCapitalize: 'off',
    onBlur: save,
    onKeyDown,
  }
  if (control.kind === 'list')
    return (
      <textarea
        {...shared}
        rows={Math.max(2, text.split('\n').length)}
        onChange={(event) => setText(event.target.value)}
        className={`${INPUT} min-w-0 font-mono`}
      />
    )
  const unit = control.kind === 'number' ? control.unit : null
  return (
    <span className="flex min-w-0 grow items-center gap-2">
      <input
        {...shared}
        type="text"
        inputMode={control.kind === 'number' ? 'decimal' : 'text'}
        onChange={(event) => setText(event.target.value)}
        className={`${INPUT} h-8 min-w-0 max-md:h-11 ${control.kind === 'number' ? 'max-w-24' : ''}`}
      />
      {unit === null ? null : <span className="shrink-0 text-muted">{settings.units[unit]}</span>}
    </span>
  )
}
