import type { CommandDetails } from '../../command.ts'
import { EXIT } from '../../exit-codes.ts'
import { UsageError } from '../../problems.ts'
import { existingItem, openProjectContext } from '../../project.ts'
import { carryOut } from '../../words/commands/short-command.ts'

export const command: CommandDetails = {
  help: `
Chooses where the code of a spec is written: on, in a git worktree and a branch of its own; off, in
your checkout. Without this the setting "worktree" decides. Once there is code, it stays where it is.`,
  options: {},
  async run(invocation) {
    const [name = '', word = ''] = invocation.positionals
    if (word !== 'on' && word !== 'off')
      throw new UsageError(`${word || 'Nothing'} is neither on nor off`, 'Use on or off')
    const on = word === 'on'
    const context = openProjectContext(invocation)
    const item = existingItem(context, name)
    const changed = await carryOut(context, invocation.output, {
      item,
      asked: { type: 'chooseWorktree', on },
      call: (api) => api.call('chooseWorktree', { item, on }),
    })
    if (!changed) invocation.output.say(`Nothing changed: the worktree was already ${word}`)
    return EXIT.completed
  },
}
