import { text as textOf } from 'node:stream/consumers'
import { MAX_ASKED } from '../../contracts/views/call-limits.ts'
import type { CommandDetails } from '../command.ts'
import { UsageError } from '../problems.ts'
import { existingItem, openProjectContext } from '../project.ts'
import { askAndWait, printTurn } from '../run/asking.ts'

export const command: CommandDetails = {
  help: `
Asks an agent about a spec, or about the project when no name is given. The agent may only read; what
it changed all the same is named. The next question continues the conversation; --new begins another
one. "-" reads the question from stdin. Ctrl+C stops the agent.`,
  options: { new: { value: null, help: 'begin a new conversation' } },
  async run(invocation) {
    const [first = '', second] = invocation.positionals
    const given = second ?? first
    const text = (given === '-' ? await textOf(process.stdin) : given).trim()
    if (text === '') throw new UsageError('TEXT is empty', 'Ask something')
    if (text.length > MAX_ASKED)
      throw new UsageError(`TEXT is longer than ${MAX_ASKED / 1024} KB`, 'Ask in fewer words')
    const context = openProjectContext(invocation)
    const about = second === undefined ? 'project' : existingItem(context, first)
    const turn = await askAndWait(context, { about, text, fresh: invocation.has('new') })
    return printTurn(invocation.output, turn)
  },
}
