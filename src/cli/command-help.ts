import { GLOBAL_OPTIONS, type Command, type CommandSummary, type OptionShape } from './command.ts'
import { commandLine, withCommand } from './words/commands/command-line.ts'

function usageOf(command: Command): string {
  const options = Object.entries(command.options).map(([name, shape]) =>
    shape.isNeeded ? flag(name, shape) : `[${flag(name, shape)}]`,
  )
  return [commandLine(...command.name.split(' ')), ...command.positionals, ...options].join(' ')
}

export function helpOf(command: Command): string {
  const options = { ...command.options, ...GLOBAL_OPTIONS }
  const rows = Object.entries(options).map(([name, shape]) => [flag(name, shape), shape.help])
  return [
    `Usage: ${usageOf(command)}`,
    '',
    withCommand(command.help.trim()),
    '',
    'Options:',
    ...aligned(rows),
  ].join('\n')
}

export function overview(commands: CommandSummary[]): string {
  const rows = commands.map((command) => [
    [command.name, ...command.positionals].join(' '),
    command.summary,
  ])
  return [
    `Usage: ${commandLine()} [COMMAND] [ARGUMENTS] [OPTIONS]`,
    '',
    'Runs coding agents that take features and bugs from an idea or a report to verified code.',
    '',
    'Commands:',
    ...aligned(rows),
    '',
    'Options of every command:',
    ...aligned([
      ...Object.entries(GLOBAL_OPTIONS).map(([name, shape]) => [flag(name, shape), shape.help]),
      ['--version, -v', 'show the version'],
    ]),
    '',
    'First steps:',
    ...aligned([
      [commandLine('demo'), 'see everything with a simulated agent'],
      [commandLine(), 'open the page of this project'],
      [commandLine('doctor'), 'check what is installed and what is missing'],
      [commandLine('new', 'login', '--description', 'Log in …'), 'create a spec'],
      [commandLine('run', 'login'), 'run it from start to finish'],
    ]),
    '',
    'Exit codes: 0 completed · 2 bad usage or input · 3 paused, needs you ·',
    '  4 error · 5 already running · 130 interrupted',
  ].join('\n')
}

const flag = (name: string, { value }: OptionShape): string =>
  value === null ? `--${name}` : `--${name} ${value}`

/** Columns, two spaces apart. */
export function aligned(rows: string[][], indent = '  '): string[] {
  const widths: number[] = []
  for (const row of rows)
    for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, cell.length)
  return rows.map((row) =>
    (indent + row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')).trimEnd(),
  )
}
