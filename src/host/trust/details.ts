import { basename } from 'node:path'
import { objectOrNull, objects, text, type Json } from '../../core/agent-events/json-fields.ts'
import type { ActingFile } from './acting-files.ts'

const MAX_DETAILS = 20
const MAX_LENGTH = 200

/** What a configuration file of an agent would start, in lines that the user can judge. */
export const detailsOf = ({ path, text: content, notes }: ActingFile): string[] =>
  shortened([...notes, ...(content === null ? [] : contentDetails(basename(path), content))])

function contentDetails(name: string, content: string): string[] {
  if (name === '.env') return variablesIn(content)
  if (name.endsWith('.toml')) return tomlCommands(content)
  if (name.endsWith('.md')) return markdownCommands(content)
  if (!/\.jsonc?$/.test(name)) return []
  const json = parsed(content)
  return json === null
    ? ['not valid JSON']
    : [...hooksIn(json), ...serversIn(json), ...othersIn(json)]
}

/** Of agents, skills and commands: in their front matter, and those that run when they are used. */
function markdownCommands(content: string): string[] {
  const [, front = ''] = /^---\r?\n([\s\S]*?)\r?\n---/.exec(content) ?? []
  const named = [...front.matchAll(/^[ \t]*(?:- )?((?:command|args|url|allowed-tools):.*)$/gm)]
  const run = [...content.matchAll(/!`([^`\n]+)`/g)]
  return [...named, ...run].map(([, line = '']) => line)
}

/** Their values may be secrets. */
function variablesIn(content: string): string[] {
  const names = [...content.matchAll(/^\s*(?:export\s+)?([\w.-]+)\s*[=:]/gm)].map(
    ([, name]) => name,
  )
  return names.length === 0 ? [] : [`sets ${names.join(', ')}`]
}

export const shortened = (lines: string[]): string[] =>
  lines.slice(0, MAX_DETAILS).map((line) => {
    // Control characters would let a file rewrite the question itself.
    const plain = line.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    return plain.length > MAX_LENGTH ? `${plain.slice(0, MAX_LENGTH)}…` : plain
  })

function hooksIn(json: Json): string[] {
  const hooks = objectOrNull(json['hooks']) ?? {}
  return Object.entries(hooks).flatMap(([event, groups]) =>
    objects(groups).flatMap((group) =>
      objects(group['hooks']).map((hook) => `hook ${event}: ${commandOf(hook)}`),
    ),
  )
}

function serversIn(json: Json): string[] {
  const servers = objectOrNull(json['mcpServers']) ?? objectOrNull(json['mcp']) ?? {}
  return Object.entries(servers).map(
    ([name, server]) => `MCP server ${name}: ${commandOf(objectOrNull(server) ?? {})}`,
  )
}

const STARTING = [
  'apiKeyHelper',
  'awsAuthRefresh',
  'awsCredentialExport',
  'statusLine',
  'env',
  'plugin',
  'permissions',
  'permission',
]

const othersIn = (json: Json): string[] =>
  STARTING.filter((key) => key in json).map((key) => `${key}: ${JSON.stringify(json[key])}`)

function commandOf(entry: Json): string {
  const { command, args, url } = entry
  const words = Array.isArray(command) ? command : [command, ...(Array.isArray(args) ? args : [])]
  return words.map(text).filter(Boolean).join(' ') || text(url) || JSON.stringify(entry)
}

const tomlCommands = (content: string): string[] =>
  content.split('\n').flatMap((line) => {
    const plain = line.trim()
    return /^(\[.*(mcp_servers|hooks|notify).*\]|(command|args|url|notify|sandbox_mode|approval_policy)\s*=)/.test(
      plain,
    )
      ? [plain]
      : []
  })

function parsed(content: string): Json | null {
  try {
    return objectOrNull(JSON.parse(withoutComments(content)))
  } catch {
    return null
  }
}

/** Only whole-line comments: this is for display, nothing is decided by it. */
const withoutComments = (content: string): string => content.replace(/^\s*\/\/.*$/gm, '')
