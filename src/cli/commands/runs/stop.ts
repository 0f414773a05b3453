import type { CommandDetails } from '../../command.ts'
import { EXIT } from '../../exit-codes.ts'
import { existingItem, openProjectContext } from '../../project.ts'
import { carryOut } from '../../words/commands/short-command.ts'

export const command: CommandDetails = {
  help: `
Stops the run of a spec and returns when every process of its agent has ended. Also stops the agent
of a run whose host crashed. It is not an error if nothing is running.`,
  options: {},
  async run(invocation) {
    const context = openProjectContext(invocation)
    const item = existingItem(context, invocation.positionals[0] ?? '')
    const changed = await carryOut(context, invocation.output, {
      item,
      asked: { type: 'stop' },
      call: (api) => api.call('stop', { item }),
    })
    const { output } = invocation
    output.say(
      changed
        ? `${item.name} is stopped. Resume it: ${context.typed('resume', item.name)}`
        : `${item.name} is not running: there is nothing to stop`,
    )
    return EXIT.completed
  },
}
