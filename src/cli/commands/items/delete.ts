import { createInterface } from 'node:readline/promises'
import type { CommandDetails, Invocation } from '../../command.ts'
import { EXIT } from '../../exit-codes.ts'
import { Refused, UsageError } from '../../problems.ts'
import { oneLine } from '../../words/safe-text.ts'
import { existingItem, openProjectContext } from '../../project.ts'
import { mayAsk } from '../../run/trusting.ts'
import { throughHost } from '../../serve/host-access.ts'
import { restoreCommand } from './archive.ts'

export const command: CommandDetails = {
  help: `
Moves a spec to the trash, .kiro/runtime/trash, with everything in its folder; git does not see it
there. It asks first; --yes does not ask. It can be restored: {sdd} archive --list. Code that was
written stays as it is. Stop it first if it is running.`,
  options: { yes: { value: null, help: 'delete without asking' } },
  async run(invocation) {
    const { output } = invocation
    const context = openProjectContext(invocation)
    const item = existingItem(context, invocation.positionals[0] ?? '')
    if (!invocation.has('yes') && !(await isConfirmed(invocation, item.name))) {
      output.say('Nothing was deleted')
      return EXIT.completed
    }
    const reply = await throughHost(context, (api) => api.call('deleteSpec', { item }))
    if (!reply.ok) throw new Refused(reply.error)
    output.data({ type: 'result', status: 'completed', kind: item.kind, name: item.name })
    output.say(`${item.name} is deleted. Restore it: ${restoreCommand(context, item.name)}`)
    return EXIT.completed
  },
}

async function isConfirmed(invocation: Invocation, name: string): Promise<boolean> {
  if (!mayAsk(invocation))
    throw new UsageError(`${name} is not deleted without your confirmation`, 'Add --yes')
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return /^(y|yes)$/i.test((await terminal.question(`Delete ${oneLine(name)}? [y/N] `)).trim())
  } finally {
    terminal.close()
  }
}
