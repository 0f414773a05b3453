import type { PermissionOption, ToolKind } from '@agentclientprotocol/sdk'
import type { PermissionAnswer, PermissionMode } from '../contracts/agent.ts'

type Kind = ToolKind | null | undefined

const LOOKING: ReadonlySet<Kind> = new Set(['read', 'search', 'think'])
const EDITING: ReadonlySet<Kind> = new Set(['edit', 'delete', 'move'])

/** What the mode says about a tool that the agent asks for; `ask` is for a person. */
export function verdictOn(kind: Kind, mode: PermissionMode): 'allow' | 'deny' | 'ask' {
  if (mode === 'full' || LOOKING.has(kind)) return 'allow'
  if (mode === 'ask') return 'ask'
  return mode === 'edit' && EDITING.has(kind) ? 'allow' : 'deny'
}

/** The agent's own option for an answer; null when it offers none, which counts as cancelled. */
export function optionFor(
  answer: PermissionAnswer,
  options: readonly PermissionOption[],
): string | null {
  const wanted = WANTED[answer].flatMap((kind) => options.filter((option) => option.kind === kind))
  return wanted[0]?.optionId ?? null
}

const WANTED: Readonly<Record<PermissionAnswer, PermissionOption['kind'][]>> = {
  // `allow_always` last: what it allows from then on nobody was asked about.
  allow: ['allow_once', 'allow_always'],
  'allow-always': ['allow_always', 'allow_once'],
  deny: ['reject_once', 'reject_always'],
}
