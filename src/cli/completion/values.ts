import type { ItemKind } from '../../contracts/work-item.ts'
import { FOLDERS } from './folders-line.ts'
import { archivedNames, itemNames } from './item-names.ts'

export interface Candidate {
  word: string
  about: string
}

export interface Query {
  /** The command, for example `bug run`. */
  verb: string
  kind: ItemKind
  env: NodeJS.ProcessEnv
  /** The value of `--project`. */
  project: string | undefined
  /** The part of the word typed so far. */
  begun: string
  positionals: string[]
}

/** What can replace a placeholder of the help: `FEATURE`, `[on|off]`, `P,…`. */
export async function valuesFor(placeholder: string, asked: Query): Promise<Candidate[]> {
  const plain = placeholder.replace(/^\[|\]$/g, '')
  const known = Object.hasOwn(VALUES, plain) ? VALUES[plain] : undefined
  if (known !== undefined) return worded(await known(asked))
  const words = plain.split('|')
  return words.every((word) => /^[a-z-]+$/.test(word)) ? worded(words) : []
}

const worded = (words: readonly string[]): Candidate[] => words.map((word) => ({ word, about: '' }))

type Values = (asked: Query) => readonly string[] | Promise<readonly string[]>

/** Each loads only what it needs: the shell waits for it at every Tab. */
const VALUES: Record<string, Values> = {
  DIR: () => [FOLDERS],
  FEATURE: (asked) => (isNew(asked) ? [] : itemNames('spec', asked)),
  NAME: (asked) => (asked.kind === 'spec' || isNew(asked) ? [] : itemNames('bug', asked)),
  ARCHIVED: archivedNames,
  VERB: () => [],
  PHASE: async ({ verb, kind }) => (APPROVING.test(verb) ? approvable() : phasesOfKind(kind)),
  'P,…': async ({ kind, begun }) => listed(await phasesOfKind(kind), begun),
  AGENT: agents,
  MODE: async () => (await import('../../contracts/launch/permission-modes.ts')).PERMISSION_MODES,
  ANSWER: () => ['allow', 'always', 'deny'],
  KEY: async () => (await import('../../core/settings/setting-table.ts')).SETTING_KEYS,
  VALUE: settingValues,
}

const isNew = ({ verb }: Query): boolean => /(^| )new$/.test(verb)
const APPROVING = /^(approve|reject)$/

async function approvable(): Promise<readonly string[]> {
  return (await import('../../contracts/phases.ts')).APPROVABLE_PHASES
}

async function phasesOfKind(kind: ItemKind): Promise<readonly string[]> {
  const { phasesOf, workflowOf } = await import('../../core/workflow/workflows.ts')
  return phasesOf(workflowOf({ workflow: kind }))
}

/** Completes the last name of `requirements,des`, keeping what comes before it. */
function listed(names: readonly string[], begun: string): string[] {
  const before = begun.slice(0, begun.lastIndexOf(',') + 1)
  const given = before.split(',')
  return names.filter((name) => !given.includes(name)).map((name) => `${before}${name}`)
}

async function agents(): Promise<readonly string[]> {
  return (await import('../../core/agents/agent-table.ts')).AGENT_NAMES
}

/** The values for the key before it, in `config set KEY VALUE`. */
async function settingValues({ positionals: [verb, key = ''] }: Query): Promise<readonly string[]> {
  if (verb !== 'set') return []
  const value = (await import('../../core/settings/setting-table.ts')).settingOf(key)?.value
  switch (value?.kind) {
    case 'choice':
      return value.options
    case 'switch':
      return ['true', 'false']
    case 'agent':
      return agents()
    case undefined:
    case 'number':
    case 'text':
    case 'list':
    case 'checks':
    case 'worktree':
      return []
    default:
      return value satisfies never
  }
}
