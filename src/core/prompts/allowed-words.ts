import type { PermissionMode } from '../../contracts/launch/agent.ts'

interface Allowed {
  permission: PermissionMode
  /** Tools and commands allowed without asking, in the notation of the agent's CLI. */
  tools: readonly string[]
}

/** What an agent may do, so that it does not have to find out by being denied. */
export function allowedWords({ permission, tools }: Allowed): string[] {
  const listed = [...new Set(tools)].filter((tool) => tool.trim() !== '')
  const words = [MODES[permission]]
  if (listed.length > 0) words.push(`These, without a question: ${listed.map(quoted).join(', ')}`)
  return words
}

const quoted = (tool: string): string => `\`${tool.replace(/[`\p{Cc}]+/gu, ' ')}\``

const MODES: Readonly<Record<PermissionMode, string>> = {
  plan: 'Reading; nothing is written.',
  ask: 'Reading. For everything else the person is asked, who may refuse or be away.',
  edit: 'Reading, and writing files in the working directory, not in `.git`. A command runs if your program allows it or it is listed here; otherwise it is refused.',
  full: 'Everything that your program can do; the working rules hold all the same.',
}
