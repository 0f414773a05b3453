import { TOOL_RULE } from '../../contracts/launch/launch-patterns.ts'

/** The narrowest rule that would have allowed this use of a tool; otherwise the tool itself. */
export function ruleFor(tool: string, input: unknown): string {
  const rule = `${tool}(${detailOf(tool, fieldsOf(input))})`
  return TOOL_RULE.pattern.test(rule) ? rule : tool
}

/** Drops a bare tool name if the same tool is also listed with an argument. */
export const withoutWider = (tools: Iterable<string>): string[] => {
  const all = [...new Set(tools)]
  return all.filter((tool) => !all.some((other) => other.startsWith(`${tool}(`)))
}

function detailOf(tool: string, input: Record<string, unknown>): string {
  const { command, url } = input
  if (tool === 'Bash' && typeof command === 'string') return commandRule(command.trim())
  const host = typeof url === 'string' ? /^https?:\/\/([\w.-]+)/i.exec(url)?.[1] : undefined
  return tool === 'WebFetch' && host !== undefined ? `domain:${host}` : ''
}

/** Program and subcommand with any arguments; a command with shell syntax only as it is. */
function commandRule(command: string): string {
  if (/[;&|<>$`\\\n"']/.test(command)) return command
  const [program = '', subcommand = '', ...rest] = command.split(/\s+/)
  const isSubcommand = /^[a-z][\w:-]*$/i.test(subcommand)
  if (isSubcommand) return `${program} ${subcommand}:*`
  return subcommand === '' && rest.length === 0 ? command : `${program}:*`
}

const fieldsOf = (input: unknown): Record<string, unknown> =>
  typeof input === 'object' && input !== null ? (input as Record<string, unknown>) : {}
