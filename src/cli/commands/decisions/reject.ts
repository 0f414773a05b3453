import type { CommandDetails } from '../../command.ts'
import { EXIT } from '../../exit-codes.ts'
import { UsageError } from '../../problems.ts'
import { existingSpec, openProjectContext, approvableNamed } from '../../project.ts'
import { carryOut } from '../../words/short-command.ts'

export const command: CommandDetails = {
  help: `
Rejects requirements, design, tasks or document-review. The document and all after it are written
again by the next run, with the reason in the prompt; the files stay until then. Starts nothing.`,
  options: { reason: { value: 'TEXT', help: 'what has to be different', isNeeded: true } },
  async run(invocation) {
    const [name = '', phaseName = ''] = invocation.positionals
    const phase = approvableNamed(phaseName, 'rejected')
    const reason = invocation.text('reason')?.trim() ?? ''
    if (reason === '')
      throw new UsageError('--reason TEXT is missing', 'It tells the agent what to do differently')
    const context = openProjectContext(invocation)
    const item = existingSpec(context, name)
    await carryOut(context, invocation.output, {
      item,
      asked: { type: 'reject', phase, reason },
      call: (api) => api.call('reject', { item, phase, reason }),
    })
    invocation.output.say(`The next run writes it again: ${context.typed('run', item.name)}`)
    return EXIT.completed
  },
}
