import { AGENT_CHOICES, AGENTS } from '../../core/agents/agent-table.ts'
import type { PermissionMode } from '../../contracts/launch/agent.ts'
import { PERMISSION_MODES } from '../../contracts/launch/permission-modes.ts'
import { toolRuleSchema } from '../../contracts/launch/launch-values.ts'
import type { RunFlags } from '../../contracts/launch/run-flags.ts'
import type { Invocation, OptionShape } from '../command.ts'
import { UsageError } from '../problems.ts'
import { agentNamed } from '../project.ts'
import { didYouMean, oneOf } from '../words/commands/closest.ts'

/** Options for one run; `resume` and `retry` of that run keep them. */
export const RUN_OPTIONS: Record<string, OptionShape> = {
  agent: { value: 'AGENT', help: AGENT_CHOICES.join(', ') },
  permission: { value: 'MODE', help: 'ask, edit or full, for this run only' },
  'allow-tools': {
    value: 'T,…',
    help: "tools allowed without asking in this run, for example 'Bash(npm test:*)'",
  },
}

const TAKE_TOOLS = AGENTS.filter(({ toolSetting }) => toolSetting !== null)
  .map(({ name }) => name)
  .join(', ')

export const RUN_OPTIONS_HELP = `
--permission and --allow-tools apply to this run, also when it is resumed or recovered; neither is
saved in a configuration. --allow-tools works with ${TAKE_TOOLS}; for other agents use --permission.`

export function runFlags(invocation: Invocation): RunFlags {
  return {
    agent: agentNamed(invocation.text('agent')),
    permission: permissionNamed(invocation.text('permission')),
    allowTools: [...new Set(invocation.list('allow-tools').flatMap(splitTools).map(toolNamed))],
  }
}

function permissionNamed(word: string | undefined): PermissionMode | null {
  if (word === undefined) return null
  const mode = PERMISSION_MODES.find((candidate) => candidate === word)
  if (mode === undefined)
    throw new UsageError(
      `${word || 'An empty word'} is not a permission`,
      oneOf(word, PERMISSION_MODES),
    )
  return mode
}

/** Splits at commas outside of brackets: a tool's pattern may contain one. */
const splitTools = (list: string): string[] => list.split(/,(?![^(]*\))/).map((rule) => rule.trim())

const TOOLS = [
  'Bash',
  'Edit',
  'Glob',
  'Grep',
  'LS',
  'MultiEdit',
  'NotebookEdit',
  'Read',
  'Task',
  'TodoWrite',
  'WebFetch',
  'WebSearch',
  'Write',
]

function toolNamed(rule: string): string {
  const name = rule.replace(/\(.*$/s, '')
  if (!toolRuleSchema.safeParse(rule).success)
    throw new UsageError(
      `${rule || 'An empty word'} is not a tool`,
      'Give a tool such as Edit, or one with a pattern: Bash(npm test:*)',
    )
  if (!TOOLS.includes(name) && !name.startsWith('mcp__'))
    throw new UsageError(
      `${name} is not a tool`,
      `${didYouMean(name, TOOLS)}One of: ${TOOLS.join(', ')}, mcp__SERVER__TOOL`,
    )
  return rule
}
