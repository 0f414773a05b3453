import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { HostGone } from '../client/host-gone.ts'
import { closest } from './words/closest.ts'
import { helpOf, overview } from './command-help.ts'
import { commandNames, loadAll, loadCommand, NOT_YET } from './commands.ts'
import { EXIT, exitCodeOf } from './exit-codes.ts'
import { Output } from './output.ts'
import { parseCommandLine, splitCommand } from './parse-command-line.ts'
import { CommandError, rejectionOf, UsageError } from './problems.ts'
import { lookAround, projectAt } from './project.ts'
import { commandLine } from './words/command-line.ts'
import { wordsForRejection } from './words/wording.ts'

const words = process.argv.slice(2)
const beforeDashes = words.includes('--') ? words.slice(0, words.indexOf('--')) : words
const output = new Output(beforeDashes.includes('--json'), process.env)

/** For the remedies: they must reach the project that was named. */
let { project } = lookAround(process.env)

// A listener of the host's channel has nobody to throw to.
process.on('uncaughtException', (error) => process.exit(explain(error)))

const code = await main().catch(explain)
output.endLive()
await output.flush()
process.exit(code)

async function main(): Promise<number> {
  const { name, rest } = splitCommand(words)
  if (asksForVersion(name)) return say(versionOfPackage())
  const asksForHelp = beforeDashes.some((word) => word === '--help' || word === '-h')
  if (name === 'help' || (name === null && asksForHelp)) return help(rest)
  const command = await loadCommand(name ?? 'open')
  if (command === null) throw unknownCommand(name ?? '')
  const { positionals, values } = parseCommandLine(command, rest)
  const named = values.get('project')?.at(-1)
  if (named !== undefined) project = projectAt(resolve(named), true)
  if (values.has('help')) return say(helpOf(command))
  return command.run({
    positionals,
    text: (option) => values.get(option)?.at(-1),
    list: (option) => values.get(option) ?? [],
    has: (option) => values.has(option),
    env: process.env,
    output,
  })
}

function asksForVersion(name: string | null): boolean {
  if (name === 'version' || beforeDashes.includes('--version')) return true
  return name === null && beforeDashes.some((word) => word === '-v' || word === '-V')
}

async function help(rest: string[]): Promise<number> {
  const unknown = rest.find((word) => word.startsWith('-') && !/^(-h|--help|--json|--)$/.test(word))
  if (unknown !== undefined && unknown !== '--project')
    throw new UsageError(`There is no option ${unknown}`, `See: ${commandLine('--help')}`)
  const named = rest.find((word) => !word.startsWith('-'))
  if (named === undefined || unknown !== undefined) return say(overview(await loadAll()))
  const command = await loadCommand(named)
  if (command === null) throw unknownCommand(named)
  return say(helpOf(command))
}

function unknownCommand(name: string): UsageError {
  if (NOT_YET.includes(name))
    return new UsageError(`${name} is not available yet`, `See what is: ${commandLine('--help')}`)
  const meant = closest(name, commandNames())
  const hint = meant === null ? '' : `Did you mean ${commandLine(meant)}? `
  return new UsageError(`There is no command ${name}`, `${hint}See: ${commandLine('--help')}`)
}

function say(text: string): number {
  output.say(text)
  return EXIT.completed
}

function versionOfPackage(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  const { version } = JSON.parse(text) as { version: string }
  return version
}

/** Whatever was thrown, in words, with its exit code. */
function explain(error: unknown): number {
  output.endLive()
  if (process.env['SDD_DEBUG'] === '1' && error instanceof Error)
    output.warn(error.stack ?? error.message)
  if (error instanceof CommandError) {
    const { message, hint, exitCode } = error
    return refuse({ message, hint, code: error.code, exitCode })
  }
  const rejection = rejectionOf(error)
  if (rejection) {
    const { message, remedy } = wordsForRejection(rejection, project)
    return refuse({ message, hint: remedy, code: rejection.code, exitCode: exitCodeOf(rejection) })
  }
  if (error instanceof HostGone)
    return refuse({
      message: 'The process that works on this project does not answer',
      hint: 'Try again; if it stays so, end the sdd process of this project',
      code: 'HOST_SILENT',
      exitCode: EXIT.error,
    })
  return refuse({
    message: `Internal error: ${error instanceof Error ? error.message : String(error)}`,
    hint: 'This is a bug of sdd. SDD_DEBUG=1 shows where it happened',
    code: 'INTERNAL',
    exitCode: EXIT.bug,
  })
}

interface Refusal {
  message: string
  hint: string
  code: string
  exitCode: number
}

function refuse({ message, hint, code: name, exitCode }: Refusal): number {
  const sentence = hint === '' ? message : `${message}. ${hint}`
  output.data({ type: 'error', code: name, message: sentence })
  output.warn(`${output.style('red', 'sdd:')} ${message}`)
  if (hint !== '') output.warn(`     ${hint}`)
  return exitCode
}
