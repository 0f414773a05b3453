import { PERMISSION_MODES } from '../../contracts/launch/permission-modes.ts'
import { EFFORT, MODEL_NAME } from '../../contracts/launch/launch-patterns.ts'
import { AGENT_PHASES, type AgentPhase } from '../../contracts/phases.ts'
import { AGENTS, AGENT_NAMES, DEFAULT_AGENT, SECOND_AGENT } from '../agents/agent-table.ts'
import { APPROVERS, CLARIFYING } from '../../contracts/spec-json.ts'
import { BRANCH_NAME, DEPLOY_MODES, DEPLOY_STRATEGIES } from './command-settings.ts'
import { number, setting, type Setting } from './setting.ts'

const PERSONAL = { isPersonal: true }
const LIMIT = { isLimit: true }
const COMMAND = { startsPrograms: true }

const TWO_WEEKS_MINUTES = 14 * 24 * 60
const minutes = number('minutes', { above: 0, to: TWO_WEEKS_MINUTES })
const agent = { kind: 'agent' } as const
const onOff = { kind: 'switch' } as const
const model = { kind: 'text', ...MODEL_NAME } as const
/** Without `plan`: every phase has to write a document, which `plan` forbids. */
const permission = {
  kind: 'choice',
  options: PERMISSION_MODES.filter((mode) => mode !== 'plan'),
  note: 'in plan no phase could write its document',
} as const

/** Top-level settings, in the order in which they are shown. */
export const PLAIN_SETTINGS = {
  agent: setting(agent, DEFAULT_AGENT),
  /** The agents that take over, in this order, if one is missing, logged out or out of quota. */
  fallback: setting(
    { kind: 'list', of: 'agents', allowed: `a list of agents, such as ["${SECOND_AGENT}"]` },
    undefined,
  ),
  concurrency: setting(number(null, { from: 1, to: 1000, isWhole: true }), 5, LIMIT),
  exclusiveWorkingTree: setting(onOff, true),
  /** Whether tasks that are marked `[~]` or struck out need not be done. */
  skippedTasks: setting(onOff, false),
  hangMinutes: setting(minutes, 10, LIMIT),
  graceSeconds: setting(number('seconds', { from: 0, to: 600 }), 5, LIMIT),
  answerMinutes: setting(minutes, 30, LIMIT),
  /** Who approves documents, unless the spec says so itself. */
  approvals: setting({ kind: 'choice', options: APPROVERS }, 'auto', LIMIT),
  /** Whether questions come before the requirements, unless the spec says so itself. */
  clarify: setting({ kind: 'choice', options: CLARIFYING }, 'assume', LIMIT),
  language: setting(
    {
      kind: 'text',
      pattern: /^[a-z]{2}(-[A-Za-z]+)?$/,
      allowed: 'a language code such as en, ja or pt-BR',
    },
    'en',
  ),
  /** How long the logs of ended agents are kept. */
  logRetentionDays: setting(number('days', { from: 1, to: 36_500 }), 30, LIMIT),
  permission: setting(permission, 'edit', PERSONAL),
  /** The commands with which the host verifies code. */
  checks: setting({ kind: 'checks', minutes }, undefined, COMMAND),
  /** Whether an item's code is written in its own worktree, and what that needs. */
  worktree: setting({ kind: 'worktree' }, false, COMMAND),
  /** Where item branches start and are merged to; not set: the branch that is checked out. */
  baseBranch: setting(
    { kind: 'text', pattern: BRANCH_NAME, allowed: 'the name of a branch, such as main' },
    undefined,
  ),
} satisfies Record<string, Setting>

/** Settings in a group, by the group's name. */
export const GROUPED_SETTINGS = {
  /** The budget of every spec that has none of its own. */
  budget: {
    usd: setting(number('usd', { above: 0 }), undefined, LIMIT),
    tokens: setting(number('tokens', { above: 0, isWhole: true }), undefined, LIMIT),
    minutes: setting(number('minutes', { above: 0 }), undefined, LIMIT),
  },
  notify: {
    command: setting(
      {
        kind: 'list',
        of: 'texts',
        isFilled: true,
        allowed: 'a program and its arguments, such as ["notify-send"]',
      },
      undefined,
      PERSONAL,
    ),
    webhook: setting(
      {
        kind: 'text',
        pattern: /^https?:\/\/[^\s/?#]+([/?#]\S*)?$/i,
        allowed: 'an http or https address',
      },
      undefined,
      PERSONAL,
    ),
  },
  inspection: {
    /** Whether a NOGO is fixed and inspected again without asking. */
    autoFix: setting(onOff, true),
  },
  deploy: {
    /** Not set: `merge` with a worktree, `commit` without. */
    mode: setting({ kind: 'choice', options: DEPLOY_MODES }, undefined),
    strategy: setting({ kind: 'choice', options: DEPLOY_STRATEGIES }, 'squash'),
    command: setting(
      {
        kind: 'list',
        of: 'words',
        allowed: 'a program and its arguments, such as ["npm","run","release"]',
      },
      undefined,
      COMMAND,
    ),
    /** Whether the command may run again if its end is not known. */
    repeatable: setting(onOff, false),
    keep: setting(onOff, false),
  },
} satisfies Record<string, Record<string, Setting>>

/** Settings that each phase has. */
export const PHASE_SETTINGS = {
  agents: setting(agent, undefined),
  effort: setting({ kind: 'text', ...EFFORT }, undefined),
  permissions: setting(permission, undefined, PERSONAL),
  timeoutMinutes: setting(minutes, undefined, LIMIT),
} satisfies Record<string, Setting>

const DOCUMENT_MINUTES = 30
export const TIMEOUT_MINUTES: Readonly<Record<AgentPhase, number>> = {
  clarify: DOCUMENT_MINUTES,
  requirements: DOCUMENT_MINUTES,
  design: DOCUMENT_MINUTES,
  tasks: DOCUMENT_MINUTES,
  'document-review': DOCUMENT_MINUTES,
  'document-review-reply': DOCUMENT_MINUTES,
  impl: 240,
  inspection: 60,
  analyze: DOCUMENT_MINUTES,
  fix: 240,
  verify: 60,
  deploy: 60,
}

/** Per agent or per phase; a phase's model applies only to the agent chosen for that phase. */
export const MODEL_SETTING = setting(model, undefined)

const named = (group: string, settings: Readonly<Record<string, Setting>>): [string, Setting][] =>
  Object.entries(settings).map(([name, one]) => [`${group}.${name}`, one])

const ofPhases = (group: keyof typeof PHASE_SETTINGS): [string, Setting][] =>
  AGENT_PHASES.map((phase) => [
    `${group}.${phase}`,
    group === 'timeoutMinutes'
      ? { ...PHASE_SETTINGS[group], byDefault: TIMEOUT_MINUTES[phase] }
      : PHASE_SETTINGS[group],
  ])

/** Every setting by its key, except those that contain a user-defined name. */
export const SETTINGS: ReadonlyMap<string, Setting> = new Map<string, Setting>([
  ...Object.entries(PLAIN_SETTINGS),
  ...(Object.keys(PHASE_SETTINGS) as (keyof typeof PHASE_SETTINGS)[]).flatMap(ofPhases),
  ...[...AGENT_NAMES, ...AGENT_PHASES].map((name): [string, Setting] => [
    `models.${name}`,
    MODEL_SETTING,
  ]),
  ...Object.entries(GROUPED_SETTINGS).flatMap(([group, settings]) => named(group, settings)),
  ...AGENTS.flatMap(({ name, settings }) => named(name, settings)),
])

/** The user's own ACP agents: the object itself, and the keys inside it. */
export const ACP_KEY = 'acp'
const ACP_KEYS = /^acp(\.[a-z0-9-]+(\.(command|args|env|asks))?)?$/

export const SETTING_KEYS: readonly string[] = [...SETTINGS.keys(), ACP_KEY]

/** Undefined for a key that no setting has. */
export const settingOf = (key: string): Setting | undefined =>
  SETTINGS.get(key) ?? (/^models\.acp:[a-z0-9-]+$/.test(key) ? MODEL_SETTING : undefined)

export const isSettingKey = (key: string): boolean =>
  settingOf(key) !== undefined || ACP_KEYS.test(key)

/** Whether a setting, or every setting of a group, is personal. */
export function isPersonalKey(key: string): boolean {
  if (ACP_KEYS.test(key)) return true
  const one = settingOf(key)
  if (one !== undefined) return one.isPersonal
  const inner = [...SETTINGS].filter(([name]) => name.startsWith(`${key}.`))
  return inner.length > 0 && inner.every(([, { isPersonal }]) => isPersonal)
}

/** May be set only at the computer itself, because it decides which programs run there. */
export const isLocalKey = (key: string): boolean =>
  isPersonalKey(key) || settingOf(key)?.startsPrograms === true

/** Keys with a label of their own on the page; the others are labelled by phase or agent. */
export type WordedKey =
  | keyof typeof PLAIN_SETTINGS
  | {
      [G in keyof typeof GROUPED_SETTINGS]: `${G}.${keyof (typeof GROUPED_SETTINGS)[G] & string}`
    }[keyof typeof GROUPED_SETTINGS]
  | typeof ACP_KEY
