import { surroundingsOf } from '../project.ts'
import type { CommandDetails } from '../command.ts'
import { checkAll, type Check } from '../words/lines/checkup-lines.ts'
import { EXIT } from '../exit-codes.ts'
import type { Output } from '../output.ts'

export const command: CommandDetails = {
  help: `
Checks Node, git, the agent CLIs (and their versions), the platform, the project, its
repository, the configuration, what is not trusted and the checks, and says how to get what is
missing. Writes nothing.`,
  options: {},
  async run(invocation) {
    const { output, env } = invocation
    const checks = await checkAll(surroundingsOf(invocation), env)
    for (const check of checks) {
      output.data({ type: 'finding', ...check })
      if (!output.isJson) output.say(lineFor(output, check))
      if (!output.isJson && check.remedy !== '') output.say(`             → ${check.remedy}`)
    }
    const isBroken = checks.some(({ level }) => level === 'problem')
    output.say(
      isBroken ? 'Something essential is missing or broken.' : 'Everything essential works.',
    )
    return isBroken ? EXIT.usage : EXIT.completed
  },
}

const MARKS = { ok: '✓', note: '·', problem: '✗' } as const
const COLOURS = { ok: 'green', note: 'yellow', problem: 'red' } as const

const lineFor = (output: Output, { name, level, found }: Check): string =>
  `${output.style(COLOURS[level], MARKS[level])} ${name.padEnd(10)} ${found}`
