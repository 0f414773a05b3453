import { text as textOf } from 'node:stream/consumers'
import { MAX_INSTRUCTION } from '../../../contracts/run-state.ts'
import { stopOf } from '../../../core/questions/stop.ts'
import type { CommandDetails } from '../../command.ts'
import { EXIT } from '../../exit-codes.ts'
import { UsageError } from '../../problems.ts'
import { existingItem, openProjectContext } from '../../project.ts'
import { journalsOf } from '../../run/process-journals.ts'
import { carryOut } from '../../words/commands/short-command.ts'

export const command: CommandDetails = {
  help: `
Sends an instruction to the next agent of this spec, in this run or the next one; "-" reads it from
stdin. With --now the running agent is stopped and resumes its session with the instruction; if no
agent is running, --now changes nothing.`,
  options: { now: { value: null, help: 'do not wait until the running agent has finished' } },
  async run(invocation) {
    const [name = '', given = ''] = invocation.positionals
    const text = (given === '-' ? await textOf(process.stdin) : given).trim()
    if (text === '') throw new UsageError('TEXT is empty', 'Say what the agent should do')
    if (text.length > MAX_INSTRUCTION)
      throw new UsageError(
        `TEXT is longer than ${MAX_INSTRUCTION / 1024} KB`,
        'Put it in a file of the project and ask the agent to read that',
      )
    const now = invocation.has('now')
    const context = openProjectContext(invocation)
    const item = existingItem(context, name)
    await carryOut(context, invocation.output, {
      item,
      asked: { type: 'tell', text, now },
      call: (api) => api.call('tell', { item, text, now }),
    })
    const { state } = journalsOf(context.folders).fold(item)
    if (stopOf(state) !== null)
      invocation.output.say(
        `The run stopped over a question, and this does not answer it: ${context.typed('answer', item.name)}`,
      )
    return EXIT.completed
  },
}
