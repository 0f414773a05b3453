import type { CommandDetails } from '../../command.ts'
import { EXIT } from '../../exit-codes.ts'
import { existingItem, openProjectContext, approvableNamed } from '../../project.ts'
import { carryOut } from '../../words/commands/short-command.ts'

export const command: CommandDetails = {
  help: `
Approves requirements, design, tasks or document-review. Nothing is started. Approving document-review
is also the way past a review that is NOGO.`,
  options: {},
  async run(invocation) {
    const [name = '', phaseName = ''] = invocation.positionals
    const phase = approvableNamed(phaseName, 'approved')
    const context = openProjectContext(invocation)
    const item = existingItem(context, name)
    await carryOut(context, invocation.output, {
      item,
      asked: { type: 'approve', phase },
      call: (api) => api.call('approve', { item, phase }),
    })
    return EXIT.completed
  },
}
