import { AGENT_PHASES } from '../../../contracts/phases.ts'

/** How a setting is shown and what may be entered. */
export type Control =
  | { kind: 'number'; min: number; max: number; isWhole: boolean; unit: Unit | null }
  | { kind: 'switch' }
  | { kind: 'agent'; isOptional: boolean }
  | { kind: 'choice'; options: readonly string[] }
  | { kind: 'text'; pattern: RegExp | null }
  | { kind: 'lines' }
  | { kind: 'json' }

type Unit = 'minutes' | 'seconds' | 'days'

const TWO_WEEKS = 14 * 24 * 60
const MINUTES: Control = {
  kind: 'number',
  min: 0.1,
  max: TWO_WEEKS,
  isWhole: false,
  unit: 'minutes',
}

const CONTROLS: Record<string, Control> = {
  agent: { kind: 'agent', isOptional: false },
  concurrency: { kind: 'number', min: 1, max: 1000, isWhole: true, unit: null },
  exclusiveWorkingTree: { kind: 'switch' },
  hangMinutes: MINUTES,
  graceSeconds: { kind: 'number', min: 0, max: 600, isWhole: false, unit: 'seconds' },
  language: { kind: 'text', pattern: /^[a-z]{2}(-[A-Za-z]+)?$/ },
  logRetentionDays: { kind: 'number', min: 1, max: 36_500, isWhole: false, unit: 'days' },
  'simulated.fast': { kind: 'switch' },
  'claude.permissionMode': {
    kind: 'choice',
    options: ['acceptEdits', 'auto', 'bypassPermissions', 'manual', 'dontAsk', 'plan'],
  },
  'claude.allowedTools': { kind: 'lines' },
  'claude.model': { kind: 'text', pattern: null },
}

export const GENERAL_KEYS = [
  'agent',
  'concurrency',
  'exclusiveWorkingTree',
  'hangMinutes',
  'graceSeconds',
  'language',
  'logRetentionDays',
  'simulated.fast',
]
export const AGENT_KEYS = AGENT_PHASES.map((phase) => `agents.${phase}`)
export const TIMEOUT_KEYS = AGENT_PHASES.map((phase) => `timeoutMinutes.${phase}`)
export const PERMISSION_KEYS = ['claude.permissionMode', 'claude.allowedTools', 'claude.model']
const KNOWN = new Set([...GENERAL_KEYS, ...AGENT_KEYS, ...TIMEOUT_KEYS, ...PERMISSION_KEYS])

/** What an agent may do without asking is decided at the computer itself. */
export const isLocalKey = (key: string): boolean =>
  key === 'claude.permissionMode' || key === 'claude.allowedTools'

/** A newer host may have settings that this page has no words for. */
export const isKnownKey = (key: string): boolean => KNOWN.has(key)

export function controlOf(key: string): Control {
  if (key.startsWith('agents.')) return { kind: 'agent', isOptional: true }
  if (key.startsWith('timeoutMinutes.')) return MINUTES
  return CONTROLS[key] ?? { kind: 'json' }
}

export const textOf = (control: Control, value: unknown): string => {
  if (value === undefined || value === null) return ''
  if (control.kind === 'json') return JSON.stringify(value)
  if (Array.isArray(value)) return value.join('\n')
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number)
}

/** What the typed text means; null takes the setting away, undefined is no value at all. */
export function valueOf(control: Control, text: string): unknown {
  const trimmed = text.trim()
  switch (control.kind) {
    case 'number':
      return numberIn(control, trimmed)
    case 'lines': {
      const lines = trimmed
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean)
      return lines.length === 0 ? null : lines
    }
    case 'text':
      if (trimmed === '') return null
      return control.pattern === null || control.pattern.test(trimmed) ? trimmed : undefined
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
  const isFine =
    number >= control.min && number <= control.max && (!control.isWhole || Number.isInteger(number))
  return isFine ? number : undefined
}

function jsonIn(text: string): unknown {
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
