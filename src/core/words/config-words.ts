import { AGENT_CHOICES, DEFAULT_AGENT, descriptorOf, SECOND_AGENT } from '../agents/agent-table.ts'
import type { NumberValue, SettingValue } from '../settings/setting.ts'
import {
  MODEL_SETTING,
  PHASE_SETTINGS,
  PLAIN_SETTINGS,
  settingOf,
} from '../settings/setting-table.ts'

const BY_PHASE = 'an object with phases as keys, such as'

const COMMAND =
  'a list of a program and its arguments, such as ["npm","test"]; a shell line is not run'
const CHECK = 'a check, such as {"name":"test","command":["npm","test"]}'
const INNER = 'a path inside the workspace, without ".."'

/** What groups may contain; `*` stands for a user-defined name. */
const GROUPS: Record<string, string> = {
  agents: `${BY_PHASE} {"document-review":"${SECOND_AGENT}"}`,
  models: `an object with agents or phases as keys, such as {"${DEFAULT_AGENT}":"opus"}`,
  effort: `${BY_PHASE} {"design":"high"}`,
  permissions: `${BY_PHASE} {"impl":"ask"}`,
  timeoutMinutes: `${BY_PHASE} {"impl":240}`,
  budget: 'an object such as {"usd":20}',
  notify: 'an object such as {"command":["notify-send"]}',
  acp: 'programs by name, such as {"mine":{"command":"my-agent"}}; names are lower-case letters, digits and dashes',
  'acp.*': 'a program, such as {"command":"my-agent","args":["--acp"]}',
  'acp.*.command': 'the name or path of a program',
  'acp.*.args': 'a list of strings, such as ["--acp"]',
  'acp.*.env': 'an object with strings, such as {"KEY":"value"}',
  'acp.*.asks': 'true or false',
  'checks.*': CHECK,
  'checks.*.name': `a unique name of letters, digits, ".", "_", ":" and "-"`,
  'checks.*.command': COMMAND,
  'checks.*.in': INNER,
  'checks.*.timeoutMinutes': numberWords(PLAIN_SETTINGS.checks.value.minutes),
  'worktree.copy': `a list of ignored files, each ${INNER}, such as [".env"]`,
  'worktree.setup': COMMAND,
  'worktree.root': 'the path of a folder outside the repository',
  inspection: 'an object such as {"autoFix":false}',
  deploy: 'an object such as {"mode":"merge"}',
}

/** What the key at this path may contain, in the words of the nearest key that has some. */
export function allowedFor(path: readonly string[]): string {
  for (let length = path.length; length > 0; length--) {
    const words = wordsAt(path.slice(0, length))
    if (words !== undefined) return words
  }
  return 'a JSON object'
}

function wordsAt(path: readonly string[]): string | undefined {
  const found = settingOf(path.join('.')) ?? settingOfAnyName(path)
  if (found !== undefined) return allowedIn(found.value)
  const open = path.map((name, at) => (at === 1 ? '*' : name)).join('.')
  for (const place of [path.join('.'), open]) if (Object.hasOwn(GROUPS, place)) return GROUPS[place]
  const [name = '', ...rest] = path
  return rest.length === 0 && descriptorOf(name) !== undefined ? settingsOfAgent(name) : undefined
}

/** An unknown name may be a phase of a newer version. */
const settingOfAnyName = ([group = '', name, ...rest]: readonly string[]) => {
  if (name === undefined || rest.length > 0) return undefined
  if (group === 'models') return MODEL_SETTING
  return Object.hasOwn(PHASE_SETTINGS, group)
    ? PHASE_SETTINGS[group as keyof typeof PHASE_SETTINGS]
    : undefined
}

const settingsOfAgent = (agent: string): string =>
  `an object with ${Object.keys(descriptorOf(agent)?.settings ?? {}).join(', ')} as keys`

function allowedIn(value: SettingValue): string {
  switch (value.kind) {
    case 'number':
      return numberWords(value)
    case 'switch':
      return 'true or false'
    case 'choice':
      return `one of ${value.options.join(', ')}${value.note === undefined ? '' : ` (${value.note})`}`
    case 'agent':
      return `one of ${AGENT_CHOICES.join(', ')}`
    case 'text':
    case 'list':
      return value.allowed
    case 'checks':
      return `a list of checks, such as [{"name":"test","command":["npm","test"]}]`
    case 'worktree':
      return 'true, false, or an object such as {"setup":["npm","ci"],"copy":[".env"]}'
    default:
      return value satisfies never
  }
}

function numberWords({ min, isAboveMin, max, isWhole, unit }: NumberValue): string {
  const what = isWhole ? 'a whole number' : 'a number'
  const counted = unit === 'minutes' || unit === 'seconds' || unit === 'days' ? ` of ${unit}` : ''
  if (!isAboveMin && max !== null) return `${what}${counted} from ${min} to ${max}`
  const most = max === null ? '' : `, at most ${max}`
  return `${what}${counted} ${isAboveMin ? 'above' : 'from'} ${min}${most}`
}
