import { cutTo } from '../words/shortened.ts'

const MAX_LENGTH = 300
const FIELDS = [
  'command',
  'cmd',
  'file_path',
  'filePath',
  'filepath',
  'notebook_path',
  'path',
  'pattern',
  'url',
  'query',
  'description',
]

/** The agent's description of the call, not its subject. */
const DESCRIPTION_FIELD = 'description'
/** Fields that do not change what a command does. */
const BESIDE_A_COMMAND = new Set([DESCRIPTION_FIELD, 'timeout'])
export const COMMANDS: ReadonlySet<string> = new Set(['command', 'cmd'])

/** The field of a tool's input that best shows what it is about, in one line. */
export const summaryOf = (input: unknown): string => oneLine(subjectOf(input)?.value ?? '')

/**
 * Identifies exactly what the user was shown: this tool with this path or command. Null if the user
 * was not shown all of it.
 */
export const exactUse = (tool: string, input: unknown): string | null => {
  const subject = subjectOf(input)
  if (subject === null || subject.field === DESCRIPTION_FIELD || isCut(subject.value)) return null
  if (!COMMANDS.has(subject.field)) return JSON.stringify([tool, subject.value])
  const rest = subject.fields.filter(([name]) => !BESIDE_A_COMMAND.has(name))
  return JSON.stringify([tool, rest.toSorted(([a], [b]) => (a < b ? -1 : 1))])
}

export type Subject = { field: string; value: string; fields: [string, unknown][] }

export const subjectOf = (input: unknown): Subject | null => {
  if (typeof input !== 'object' || input === null) return null
  const fields = Object.entries(input)
  for (const name of FIELDS) {
    const value: unknown = fields.find(([field]) => field === name)?.[1]
    if (typeof value === 'string' && value !== '') return { field: name, value, fields }
  }
  return null
}

const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
const oneLine = (text: string): string => cutTo(inOneLine(text), MAX_LENGTH)
const isCut = (text: string): boolean => inOneLine(text).length > MAX_LENGTH
