import type { CommandDetails } from '../../command.ts'
import { EXIT } from '../../exit-codes.ts'
import { UsageError } from '../../problems.ts'
import { existingItem, openProjectContext, permissionChanges } from '../../project.ts'
import { carryOut } from '../../words/commands/short-command.ts'

export const command: CommandDetails = {
  help: `
Sets phases to GO or NOGO. A run checks them before every launch, so a change takes effect at the
next phase of a running spec.`,
  options: {
    go: { value: 'P,…', help: 'phases that may run' },
    nogo: { value: 'P,…', help: 'phases that may not run; a run stops before them' },
  },
  async run(invocation) {
    const { go, nogo } = permissionChanges(invocation)
    if (go.length + nogo.length === 0)
      throw new UsageError('--go or --nogo is missing', 'For example: --nogo impl,inspection')
    const context = openProjectContext(invocation)
    const item = existingItem(context, invocation.positionals[0] ?? '')
    const changed = await carryOut(context, invocation.output, {
      item,
      asked: { type: 'permit', go, nogo },
      call: (api) => api.call('permit', { item, go, nogo }),
    })
    if (!changed) invocation.output.say('Nothing changed: they were already set that way')
    return EXIT.completed
  },
}
