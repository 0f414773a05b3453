import { BUG_COMMANDS } from '../bug-commands.ts'
import {
  GLOBAL_OPTIONS,
  type CommandDetails,
  type CommandSummary,
  type OptionShape,
} from '../command.ts'
import { commandSummaries, listedCommand, type Listed } from '../commands.ts'
import type { ItemKind } from '../../contracts/work-item.ts'
import { splitCommand } from '../parse-command-line.ts'
import { FOLDERS } from './folders-line.ts'
import { valuesFor, type Candidate } from './values.ts'

type Env = NodeJS.ProcessEnv

/**
 * The completions of the last word, one per line: the word, and after a tab its description. For
 * the line `:folders` the shell completes folder names itself.
 */
export async function completionsOf(words: string[], env: Env): Promise<string[]> {
  const current = words.at(-1) ?? ''
  const candidates = await candidatesFor(words.slice(0, -1), current, env)
  return candidates
    .filter(({ word }) => word === FOLDERS || (word.startsWith(current) && isPlain(word)))
    .map(({ word, about }) => (about === '' ? word : `${word}\t${about}`))
}

/** A control character or leading colon in a name could pass for another line to the shell. */
const isPlain = (word: string): boolean => !/\p{Cc}|^:/u.test(word)

async function candidatesFor(before: string[], current: string, env: Env): Promise<Candidate[]> {
  if (before.includes('--')) return []
  const project = valueIn(before, 'project')
  const { name, rest } = splitCommand(before)
  if (name === null) {
    if (before.at(-1) === '--project') return [{ word: FOLDERS, about: '' }]
    return current.startsWith('-') ? optionsOf(TOP_OPTIONS, before) : commands()
  }
  if (name === 'help') return positionalsIn(GLOBAL_OPTIONS, rest).length === 0 ? commands() : []
  const inner = name === 'bug' ? splitCommand(rest) : null
  if (inner !== null && inner.name === null)
    return current.startsWith('-') ? optionsOf(GLOBAL_OPTIONS, rest) : bugVerbs()
  const kind = inner === null ? 'spec' : 'bug'
  const given = inner?.rest ?? rest
  const command = await commandNamed([name, inner?.name ?? null], [...given, current])
  if (command === null) return []
  return inCommand({ command, given, current, kind, env, project })
}

const TOP_OPTIONS = { ...GLOBAL_OPTIONS, version: { value: null, help: 'show the version' } }

const commands = (): Candidate[] =>
  [...commandSummaries(), { name: 'help', summary: 'show the help of a command' }].map(
    ({ name, summary }) => ({ word: name, about: summary }),
  )

const bugVerbs = (): Candidate[] =>
  Object.entries(BUG_COMMANDS).map(([word, { summary }]) => ({ word, about: summary }))

type CompletedCommand = CommandSummary & Pick<CommandDetails, 'options'>

/** Loads the command only when its options are needed: the shell waits for this at every Tab. */
async function commandNamed(
  [name, verb]: [name: string, verb: string | null],
  words: string[],
): Promise<CompletedCommand | null> {
  const listed = verb === null ? listedCommand(name) : listedBugCommand(verb)
  if (listed === null) return null
  const needsOptions = words.some((word) => word.startsWith('-'))
  const { options } = needsOptions ? (await listed.load()).command : { options: {} }
  return { ...listed, name: verb === null ? name : `${name} ${verb}`, options }
}

const listedBugCommand = (verb: string): Listed | null =>
  Object.hasOwn(BUG_COMMANDS, verb) ? (BUG_COMMANDS[verb] ?? null) : null

interface Line {
  command: CompletedCommand
  /** The words of the command before the one that is completed. */
  given: string[]
  current: string
  kind: ItemKind
  env: Env
  project: string | undefined
}

async function inCommand(line: Line): Promise<Candidate[]> {
  const { command, given, current } = line
  const shapes: Record<string, OptionShape> = { ...command.options, ...GLOBAL_OPTIONS }
  const asked = valueOption(shapes, given.at(-1) ?? '')
  if (asked !== null) return values(line, asked, current)
  const [, option = '', begun = ''] = /^(--[^=]+)=(.*)$/s.exec(current) ?? []
  const inline = valueOption(shapes, option)
  if (inline !== null)
    return (await values(line, inline, begun))
      .filter(({ word }) => word !== FOLDERS)
      .map(({ word, about }) => ({ word: `${option}=${word}`, about }))
  if (current.startsWith('-')) return optionsOf(shapes, given)
  const positionals = positionalsIn(shapes, given)
  const placeholder = command.positionals[positionals.length]
  return placeholder === undefined ? [] : values(line, placeholder, current, positionals)
}

const values = (
  { command, kind, env, project }: Line,
  placeholder: string,
  ...[begun, positionals = []]: [begun: string, positionals?: string[]]
): Promise<Candidate[]> =>
  valuesFor(placeholder, { verb: command.name, kind, env, project, begun, positionals })

/** The name of the value that must follow this word; null if none does. */
function valueOption(shapes: Record<string, OptionShape>, word: string): string | null {
  const name = word.startsWith('--') ? word.slice(2) : ''
  return Object.hasOwn(shapes, name) ? (shapes[name]?.value ?? null) : null
}

function positionalsIn(shapes: Record<string, OptionShape>, given: string[]): string[] {
  const isValue = (at: number): boolean => valueOption(shapes, given[at - 1] ?? '') !== null
  return given.filter((word, at) => !word.startsWith('-') && !isValue(at))
}

/** A switch is given once; what takes a value may be repeated. */
const optionsOf = (shapes: Record<string, OptionShape>, given: string[]): Candidate[] =>
  Object.entries(shapes)
    .filter(([name, { value }]) => value !== null || !given.includes(`--${name}`))
    .map(([name, { help }]) => ({ word: `--${name}`, about: help }))

function valueIn(words: string[], option: string): string | undefined {
  const at = words.lastIndexOf(`--${option}`)
  const inline = words.findLast((word) => word.startsWith(`--${option}=`))
  return inline === undefined
    ? at === -1
      ? undefined
      : words[at + 1]
    : inline.slice(option.length + 3)
}
