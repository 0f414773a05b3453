import { BUG_COMMANDS } from '../bug-commands.ts'
import { aligned } from '../command-help.ts'
import type { CommandDetails } from '../command.ts'
import { UsageError } from '../problems.ts'
import { commandLine } from '../words/commands/command-line.ts'

const VERBS = Object.entries(BUG_COMMANDS).map(([name, { positionals, summary }]) => [
  [name, ...positionals].join(' '),
  summary,
])

/** Only the help: each verb is a command of its own. */
export const command: CommandDetails = {
  help: `
From a report to a verified fix. The verbs:

${aligned(VERBS).join('\n')}

Help for one of them: {sdd} bug VERB --help`,
  options: {},
  async run() {
    throw new UsageError('VERB is missing', `See: ${commandLine('bug', '--help')}`)
  },
}
