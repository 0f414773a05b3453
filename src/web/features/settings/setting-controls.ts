import type { PermissionMode } from '../../../contracts/agent.ts'
import { AGENT_PHASES } from '../../../contracts/phases.ts'
import { BUDGET_KINDS } from '../../../contracts/spec-json.ts'

/** How a setting is shown and what may be entered. */
export type Control =
  | { kind: 'number'; min: number; max: number; isWhole: boolean; unit: Unit | null }
  | { kind: 'switch' }
  | { kind: 'agent'; isOptional: boolean }
  | { kind: 'choice'; options: readonly string[]; isOptional: boolean }
  | { kind: 'text'; pattern: RegExp | null }
  | { kind: 'lines' }
  | { kind: 'json' }

type Unit = 'minutes' | 'seconds' | 'days' | 'usd' | 'tokens'

const MODES = ['ask', 'edit', 'full'] as const satisfies readonly PermissionMode[]
const AGENTS = ['claude', 'codex', 'gemini', 'opencode']
const WORDS: Control = { kind: 'text', pattern: null }

const TWO_WEEKS = 14 * 24 * 60
const MINUTES: Extract<Control, { kind: 'number' }> = {
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
    options: ['acceptEdits', 'auto', 'bypassPermissions', 'manual', 'dontAsk'],
    isOptional: true,
  },
  'claude.allowedTools': { kind: 'lines' },
  'claude.model': WORDS,
  permission: { kind: 'choice', options: MODES, isOptional: false },
  fallback: { kind: 'lines' },
  answerMinutes: MINUTES,
  'budget.usd': { kind: 'number', min: 0.01, max: 1_000_000, isWhole: false, unit: 'usd' },
  'budget.tokens': { kind: 'number', min: 1, max: 1e12, isWhole: true, unit: 'tokens' },
  'budget.minutes': { ...MINUTES, max: 1_000_000 },
  acp: { kind: 'json' },
  'notify.command': { kind: 'lines' },
  'notify.webhook': { kind: 'text', pattern: /^https?:\/\/\S+$/ },
}

export const GENERAL_KEYS = [
  'agent',
  'fallback',
  'concurrency',
  'exclusiveWorkingTree',
  'hangMinutes',
  'graceSeconds',
  'answerMinutes',
  'language',
  'logRetentionDays',
  'simulated.fast',
]
const ofPhases = (group: string): string[] => AGENT_PHASES.map((phase) => `${group}.${phase}`)

export const AGENT_KEYS = ofPhases('agents')
export const MODEL_KEYS = [...AGENTS.map((agent) => `models.${agent}`), ...ofPhases('models')]
export const EFFORT_KEYS = ofPhases('effort')
export const BUDGET_KEYS = BUDGET_KINDS.map((kind) => `budget.${kind}`)
export const TIMEOUT_KEYS = ofPhases('timeoutMinutes')
export const MODE_KEYS = ['permission', ...ofPhases('permissions')]
export const CLAUDE_KEYS = ['claude.permissionMode', 'claude.allowedTools', 'claude.model']
export const OWN_AGENT_KEYS = ['acp']
export const NOTIFY_KEYS = ['notify.command', 'notify.webhook']
/** The simulated agent has no model. */
const NOT_SHOWN = ['models.simulated']
const KNOWN = new Set([
  ...GENERAL_KEYS,
  ...AGENT_KEYS,
  ...MODEL_KEYS,
  ...EFFORT_KEYS,
  ...BUDGET_KEYS,
  ...TIMEOUT_KEYS,
  ...MODE_KEYS,
  ...CLAUDE_KEYS,
  ...OWN_AGENT_KEYS,
  ...NOTIFY_KEYS,
  ...NOT_SHOWN,
])

/** A newer host may have settings that this page has no words for. */
export const isKnownKey = (key: string): boolean => KNOWN.has(key)

export function controlOf(key: string): Control {
  if (key.startsWith('agents.')) return { kind: 'agent', isOptional: true }
  if (key.startsWith('timeoutMinutes.')) return MINUTES
  if (key.startsWith('models.') || key.startsWith('effort.')) return WORDS
  if (key.startsWith('permissions.')) return { kind: 'choice', options: MODES, isOptional: true }
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
