import type { CommandDetails } from '../../command.ts'
import { EXIT } from '../../exit-codes.ts'
import { existingItem, openProjectContext } from '../../project.ts'
import { carryOut } from '../../words/commands/short-command.ts'

export const command: CommandDetails = {
  help: `
Clears the error of a spec and its count of impl re-runs, so that it can run again. No document is
changed and nothing is started.`,
  options: {},
  async run(invocation) {
    const { output } = invocation
    const context = openProjectContext(invocation)
    const item = existingItem(context, invocation.positionals[0] ?? '')
    const changed = await carryOut(context, output, {
      item,
      asked: { type: 'reset' },
      call: (api) => api.call('reset', { item }),
    })
    output.say(
      changed
        ? `${item.name} can run again: ${context.typed('run', item.name)}`
        : `${item.name} is not in error: there is nothing to reset`,
    )
    return EXIT.completed
  },
}
