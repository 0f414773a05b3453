import type { PermissionOption, ToolKind } from '@agentclientprotocol/sdk'
import type { PermissionAnswer, PermissionMode } from '../../contracts/launch/agent.ts'
import { isInWorkspace } from '../work-folder.ts'

type Kind = ToolKind | null | undefined

/** A tool that the agent wants to use, or has used. */
export interface ToolUse {
  kind: Kind
  /** The files it is about, as far as the agent says. */
  paths: readonly string[]
  /** It runs a command, whatever kind the agent calls that. */
  isCommand: boolean
}

const LOOKING: ReadonlySet<Kind> = new Set(['read', 'search', 'think'])
const EDITING: ReadonlySet<Kind> = new Set(['edit', 'delete', 'move'])

/** What the mode says about a tool that the agent asks for; `ask` leaves it to the user. */
export function verdictOn(
  { kind, paths, isCommand }: ToolUse,
  mode: PermissionMode,
  workspace: string,
): 'allow' | 'deny' | 'ask' {
  if (mode === 'full' || (LOOKING.has(kind) && !isCommand)) return 'allow'
  if (mode === 'ask') return 'ask'
  if (mode === 'plan' || isCommand || !EDITING.has(kind) || paths.length === 0) return 'deny'
  return paths.every((path) => isInWorkspace(path, workspace)) ? 'allow' : 'deny'
}

export const changesFiles = ({ kind }: ToolUse): boolean => EDITING.has(kind)

/**
 * The agent's option for an answer; null when it offers none, which counts as cancelled. Never one
 * that allows more than this single call, unless everything is allowed anyway: we could not control
 * what else it would cover.
 */
export function optionFor(
  answer: PermissionAnswer | 'allow-everything',
  options: readonly PermissionOption[],
): string | null {
  const wanted = WANTED[answer].flatMap((kind) => options.filter((option) => option.kind === kind))
  return wanted[0]?.optionId ?? null
}

const WANTED: Readonly<Record<PermissionAnswer | 'allow-everything', PermissionOption['kind'][]>> =
  {
    'allow-everything': ['allow_once', 'allow_always'],
    allow: ['allow_once'],
    'allow-always': ['allow_once'],
    deny: ['reject_once', 'reject_always'],
  }
