import { AGENT_PHASES } from '../../../contracts/phases.ts'
import { AGENTS } from '../../../core/agents/agent-table.ts'
import { fitsNumber, type SettingValue } from '../../../core/settings/setting.ts'
import {
  ACP_KEY,
  GROUPED_SETTINGS,
  isSettingKey,
  PLAIN_SETTINGS,
  settingOf,
} from '../../../core/settings/setting-table.ts'

/** How a setting is shown and edited; unknown settings of a newer host are JSON. */
export type Control = Exclude<SettingValue, { kind: 'checks' | 'worktree' }> | { kind: 'json' }

/** `value`: the current value; a worktree setting is a switch while it is a boolean. */
export function controlOf(key: string, value?: unknown): Control {
  const control = settingOf(key)?.value ?? { kind: 'json' }
  if (control.kind === 'worktree' && typeof value === 'boolean') return { kind: 'switch' }
  return control.kind === 'checks' || control.kind === 'worktree' ? { kind: 'json' } : control
}

/** True if it can be left unset, so that something more general applies. */
export const isOptional = (key: string): boolean =>
  key.includes('.') && settingOf(key)?.byDefault === undefined

/** A newer host may have settings that this page has no texts for. */
export const isKnownKey = (key: string): boolean => isSettingKey(key)

const ofPhases = (group: string): string[] => AGENT_PHASES.map((phase) => `${group}.${phase}`)
const inGroup = (group: keyof typeof GROUPED_SETTINGS): string[] =>
  Object.keys(GROUPED_SETTINGS[group]).map((name) => `${group}.${name}`)

/** Agents that have their own settings; those about permissions are shown next to the modes. */
const OWN = AGENTS.filter(({ settings }) => Object.keys(settings).length > 0).map((agent) => ({
  label: agent.label,
  isAboutPermissions: agent.toolSetting !== null,
  keys: Object.keys(agent.settings).map((name) => `${agent.name}.${name}`),
}))

/** Where code is written, how it is verified and where it goes. */
export const DELIVERY_KEYS = [
  'worktree',
  'baseBranch',
  'checks',
  ...inGroup('inspection'),
  ...inGroup('deploy'),
]

export const GENERAL_KEYS = [
  ...Object.keys(PLAIN_SETTINGS).filter(
    (key) => key !== 'permission' && !DELIVERY_KEYS.includes(key),
  ),
  ...OWN.filter(({ isAboutPermissions }) => !isAboutPermissions).flatMap(({ keys }) => keys),
]
export const AGENT_KEYS = ofPhases('agents')
export const MODEL_KEYS = [
  ...AGENTS.filter(({ capabilities }) => capabilities.models).map(({ name }) => `models.${name}`),
  ...ofPhases('models'),
]
export const EFFORT_KEYS = ofPhases('effort')
export const BUDGET_KEYS = inGroup('budget')
export const TIMEOUT_KEYS = ofPhases('timeoutMinutes')
export const MODE_KEYS = ['permission', ...ofPhases('permissions')]
export const OWN_PERMISSIONS = OWN.filter(({ isAboutPermissions }) => isAboutPermissions)
export const CUSTOM_AGENT_KEYS = [ACP_KEY]
export const NOTIFY_KEYS = inGroup('notify')

export const textOf = (control: Control, value: unknown): string => {
  if (value === undefined || value === null) return ''
  if (control.kind === 'json') return JSON.stringify(value)
  if (Array.isArray(value)) return value.join('\n')
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number)
}

/** Parses the typed text; null removes the setting, undefined means invalid. */
export function valueOf(control: Control, text: string): unknown {
  const trimmed = text.trim()
  switch (control.kind) {
    case 'number':
      return numberIn(control, trimmed)
    case 'list': {
      const lines = trimmed
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean)
      return lines.length === 0 ? null : lines
    }
    case 'text':
      if (trimmed === '') return null
      return control.pattern.test(trimmed) ? trimmed : undefined
    case 'json':
      return jsonIn(trimmed)
    case 'agent':
    case 'choice':
    case 'switch':
      return trimmed === '' ? null : trimmed
    default:
      return control satisfies never
  }
}

function numberIn(
  control: Extract<Control, { kind: 'number' }>,
  text: string,
): number | null | undefined {
  if (text === '') return null
  const number = Number(text)
  return fitsNumber(control, number) ? number : undefined
}

function jsonIn(text: string): unknown {
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
