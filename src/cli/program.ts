import { resolve } from 'node:path'
import { packageVersion } from '../host/shell/package-files.ts'
import { helpOf, overview } from './command-help.ts'
import { BUG_COMMANDS } from './bug-commands.ts'
import type { Command, Invocation } from './command.ts'
import { commandNames, commandSummaries, loadCommand } from './commands.ts'
import type { ItemKind } from '../contracts/work-item.ts'
import { COMPLETE } from './completion/hidden-command.ts'
import { EXIT } from './exit-codes.ts'
import { Output } from './output.ts'
import { parseCommandLine, splitCommand } from './parse-command-line.ts'
import { UsageError } from './problems.ts'
import { closest } from './words/commands/closest.ts'
import { commandLine } from './words/commands/command-line.ts'

const words = process.argv.slice(2)
const beforeDashes = words.includes('--') ? words.slice(0, words.indexOf('--')) : words
const output = new Output(beforeDashes.includes('--json'), process.env)

/** Commands for which `--url` has a meaning of its own, or none. */
const OWN_URL: ReadonlySet<string> = new Set(['coordinator', 'worker', 'fleet', 'completion'])

/** The project named by the user: the command lines in remedies must reach it. */
let namedProject: string | null = null

// Listeners on the host's channel have no caller that could catch what they throw.
process.on('uncaughtException', (error) => void endBecauseOf(error))

// Node prints warnings as they are, and they may name files of a repository.
process.removeAllListeners('warning')
if (process.env['NODE_NO_WARNINGS'] !== '1')
  process.on('warning', ({ name, message }) => output.warn(`${name}: ${message}`))

void run()

async function run(): Promise<never> {
  const code = await main().catch(explain)
  output.endLive()
  await output.flush()
  return process.exit(code)
}

async function endBecauseOf(error: unknown): Promise<never> {
  return process.exit(await explain(error).catch(() => EXIT.bug))
}

async function main(): Promise<number> {
  if (words[0] === COMPLETE) return complete()
  const { name, rest } = splitCommand(words)
  if (asksForVersion(name)) return say(packageVersion())
  const asksForHelp = beforeDashes.some((word) => word === '--help' || word === '-h')
  if (name === 'help' || (name === null && asksForHelp)) return help(rest)
  const { command, words: given, kind } = await commandIn(name ?? 'open', rest)
  const { positionals, values } = parseCommandLine(command, given)
  const project = values.get('project')?.at(-1)
  const url = OWN_URL.has(command.name)
    ? undefined
    : (values.get('url')?.at(-1) ?? (process.env['SDD_URL'] || undefined))
  if (project !== undefined && url === undefined) namedProject = resolve(project)
  if (values.has('help')) return say(helpOf(command))
  const invocation: Invocation = {
    positionals,
    text: (option) => values.get(option)?.at(-1),
    list: (option) => values.get(option) ?? [],
    has: (option) => values.has(option),
    env: process.env,
    output,
    kind,
  }
  if (url === undefined) return command.run(invocation)
  return (await import('./remote/in-fleet.ts')).inFleet(command, invocation, url)
}

/** Called by the completion scripts; starts and writes nothing. */
async function complete(): Promise<number> {
  const { completionsOf } = await import('./completion/completions.ts')
  for (const line of await completionsOf(words.slice(1), process.env)) output.say(line)
  return EXIT.completed
}

interface FoundCommand {
  command: Command
  words: string[]
  kind: ItemKind
}

/** A verb of `bug` is the spec command of that name, run for a bug. */
async function commandIn(name: string, rest: string[]): Promise<FoundCommand> {
  const inner = name === 'bug' ? splitCommand(rest) : null
  const verb = inner?.name ?? null
  if (inner !== null && verb !== null && verb !== 'help')
    return { command: await bugCommand(verb), words: inner.rest, kind: 'bug' }
  const command = await loadCommand(name)
  if (command === null) throw unknownCommand(name)
  return { command, words: verb === 'help' ? ['--help'] : rest, kind: 'spec' }
}

async function bugCommand(verb: string): Promise<Command> {
  const listed = Object.hasOwn(BUG_COMMANDS, verb) ? BUG_COMMANDS[verb] : undefined
  if (listed === undefined) {
    const meant = closest(verb, Object.keys(BUG_COMMANDS))
    const hint = meant === null ? '' : `Did you mean ${commandLine('bug', meant)}? `
    throw new UsageError(
      `There is no command bug ${verb}`,
      `${hint}See: ${commandLine('bug', '--help')}`,
    )
  }
  const { load, ...about } = listed
  return { ...(await load()).command, name: `bug ${verb}`, ...about }
}

function asksForVersion(name: string | null): boolean {
  if (name === 'version' || beforeDashes.includes('--version')) return true
  return name === null && beforeDashes.some((word) => word === '-v' || word === '-V')
}

async function help(rest: string[]): Promise<number> {
  const unknown = rest.find((word) => word.startsWith('-') && !/^(-h|--help|--json|--)$/.test(word))
  if (unknown !== undefined && unknown !== '--project')
    throw new UsageError(`There is no option ${unknown}`, `See: ${commandLine('--help')}`)
  const about = rest.find((word) => !word.startsWith('-'))
  if (about === undefined || unknown !== undefined) return say(overview(commandSummaries()))
  const command = await loadCommand(about)
  if (command === null) throw unknownCommand(about)
  return say(helpOf(command))
}

function unknownCommand(name: string): UsageError {
  const meant = closest(name, commandNames())
  const hint = meant === null ? '' : `Did you mean ${commandLine(meant)}? `
  return new UsageError(`There is no command ${name}`, `${hint}See: ${commandLine('--help')}`)
}

function say(text: string): number {
  output.say(text)
  return EXIT.completed
}

/** Prints whatever was thrown in words; returns the exit code. */
async function explain(error: unknown): Promise<number> {
  output.endLive()
  if (process.env['SDD_DEBUG'] === '1' && error instanceof Error)
    output.warn(error.stack ?? error.message)
  const { explanationOf } = await import('./words/explanation.ts')
  const { message, hint, code: name, exitCode } = explanationOf(error, namedProject)
  const sentence = hint === '' ? message : `${message}. ${hint}`
  output.data({ type: 'error', code: name, message: sentence })
  output.warn(`${output.style('red', 'sdd:')} ${message}`)
  if (hint !== '') output.warn(`     ${hint}`)
  return exitCode
}
