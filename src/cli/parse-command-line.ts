import { parseArgs } from 'node:util'
import { didYouMean } from './words/commands/closest.ts'
import { GLOBAL_OPTIONS, type Command, type OptionShape } from './command.ts'
import { UsageError } from './problems.ts'
import { commandLine } from './words/commands/command-line.ts'

export interface ParsedLine {
  positionals: string[]
  values: Map<string, string[]>
}

/** Splits the words into the command's name and the rest; options may come before the name. */
export function splitCommand(words: string[]): { name: string | null; rest: string[] } {
  let at = 0
  for (let word = words[at]; word !== undefined && word.startsWith('-'); word = words[at]) {
    if (word === '--') break
    at += word === '--project' || word === '--url' ? 2 : 1
  }
  const name = words[at]
  if (name === undefined || name === '--') return { name: null, rest: words }
  return { name, rest: words.toSpliced(at, 1) }
}

/** Checks the tokens itself: Node's strict mode gives no hints and does not name the command. */
export function parseCommandLine(command: Command, words: string[]): ParsedLine {
  const shapes = { ...GLOBAL_OPTIONS, ...command.options }
  const values = new Map<string, string[]>()
  const positionals: string[] = []
  const { tokens } = parseArgs({
    args: words.map((word, at) => (word === '-h' && !isAfterDashes(words, at) ? '--help' : word)),
    options: Object.fromEntries(
      Object.entries(shapes).map(([name, { value }]) => [
        name,
        { type: value === null ? ('boolean' as const) : ('string' as const) },
      ]),
    ),
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value)
    if (token.kind !== 'option') continue
    const value = valueOf(command, shapes, token)
    values.set(token.name, [...(values.get(token.name) ?? []), value])
  }
  if (!values.has('help')) checkPositionals(command, positionals)
  return { positionals, values }
}

const isAfterDashes = (words: string[], at: number): boolean => {
  const dashes = words.indexOf('--')
  return dashes >= 0 && dashes < at
}

interface OptionToken {
  name: string
  rawName: string
  value?: string | undefined
  inlineValue?: boolean | undefined
}

function valueOf(
  command: Command,
  shapes: Record<string, OptionShape>,
  { name, rawName, value, inlineValue }: OptionToken,
): string {
  const shape = Object.hasOwn(shapes, name) ? shapes[name] : undefined
  if (shape === undefined) {
    const hint = didYouMean(
      rawName,
      Object.keys(shapes).map((known) => `--${known}`),
    )
    throw new UsageError(
      `${command.name} has no option ${rawName}`,
      `${hint}See: ${commandLine(...command.name.split(' '), '--help')}`,
    )
  }
  if (shape.value === null) {
    if (value !== undefined) throw new UsageError(`${rawName} takes no value`)
    return ''
  }
  if (value === undefined) throw new UsageError(`${rawName} needs a value: ${shape.value}`)
  if (inlineValue !== true && value.length > 1 && value.startsWith('-'))
    throw new UsageError(
      `${rawName} needs a value: ${shape.value}`,
      `If the value starts with a dash, write ${rawName}=${value}`,
    )
  return value
}

function checkPositionals(command: Command, positionals: string[]): void {
  const required = command.positionals.filter((name) => !name.startsWith('['))
  const missing = required[positionals.length]
  const hint = `See: ${commandLine(...command.name.split(' '), '--help')}`
  if (missing !== undefined) throw new UsageError(`${missing} is missing`, hint)
  if (command.positionals.at(-1)?.includes('…')) return
  const extra = positionals[command.positionals.length]
  if (extra !== undefined) throw new UsageError(`Unexpected argument: ${extra}`, hint)
}
