import { BUG_COMMANDS } from '../../src/cli/bug-commands.ts'
import { GLOBAL_OPTIONS, type Command, type OptionShape } from '../../src/cli/command.ts'
import { commandNames, loadCommand } from '../../src/cli/commands.ts'
import { code, document, GENERATED, table } from './markdown.ts'

const EXIT_CODES = [
  ['0', 'completed; a run that stops before a NOGO has completed'],
  ['1', 'an internal error'],
  ['2', 'bad usage or input, or the agent CLI is missing'],
  ['3', 'paused: it needs you'],
  ['4', 'error'],
  ['5', 'already running elsewhere'],
  ['130', 'interrupted; the run was stopped cleanly'],
] as const

/** Documents every command, from the table that `sdd --help` shows. */
export async function cliReference(): Promise<string> {
  const commands = await Promise.all(commandNames().map(loaded))
  return document(
    GENERATED,
    '# Commands',
    '',
    'The same as `sdd --help` and `sdd COMMAND --help`. `FEATURE` is the name of a spec, `NAME` of a bug, `P` a phase. What is in brackets can be left out, `--` ends options.',
    '',
    ...table(
      ['command', 'does'],
      commands.map((command) => [
        `[${code(usageOf(command))}](#${anchorOf(command)})`,
        command.summary,
      ]),
    ),
    '## Options of every command',
    '',
    ...optionTable(GLOBAL_OPTIONS),
    '`sdd --version` shows the version. What `--json` prints is in [json.md](json.md).',
    '',
    '## Exit codes',
    '',
    ...table(['code', 'means'], EXIT_CODES),
    ...commands.flatMap(sectionOf),
    '## Verbs of bugs',
    '',
    'Their options are those of the verb for specs; `sdd bug VERB --help` explains each.',
    '',
    ...table(
      ['verb', 'does'],
      Object.entries(BUG_COMMANDS).map(([verb, { positionals, summary }]) => [
        code(['sdd bug', verb, ...positionals].join(' ')),
        summary,
      ]),
    ),
  )
}

async function loaded(name: string): Promise<Command> {
  const command = await loadCommand(name)
  if (command === null) throw new Error(`the table has no ${name}`)
  return command
}

const usageOf = ({ name, positionals }: Command): string => ['sdd', name, ...positionals].join(' ')
const anchorOf = ({ name }: Command): string => `sdd-${name}`

const sectionOf = (command: Command): string[] => [
  `## sdd ${command.name}`,
  '',
  code(usageOf(command)),
  '',
  '```text',
  command.help.trim().replaceAll('{sdd}', 'sdd'),
  '```',
  '',
  ...optionTable(command.options),
]

const optionTable = (options: Record<string, OptionShape>): string[] =>
  Object.keys(options).length === 0
    ? []
    : table(
        ['option', ''],
        Object.entries(options).map(([name, { value, help, isNeeded }]) => [
          code(value === null ? `--${name}` : `--${name} ${value}`),
          isNeeded === true ? `${help} (required)` : help,
        ]),
      )
