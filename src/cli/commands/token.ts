import { AccessStore, accessFilePath } from '../../host/server/access-store.ts'
import type { CommandDetails } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { CommandError, UsageError } from '../problems.ts'
import { commandLine } from '../words/commands/command-line.ts'

export const command: CommandDetails = {
  help: `
Creates a new login token. Every link printed before, every browser and every paired device loses
access immediately, in all projects; runs and agents continue. "{sdd} open" prints the new link.`,
  options: {},
  async run({ positionals, env, output }) {
    const [word = ''] = positionals
    if (word !== 'renew')
      throw new UsageError(`token cannot ${word}`, `Did you mean ${commandLine('token', 'renew')}?`)
    const file = accessFilePath(env)
    const isRenewed = new AccessStore(file, { warn: () => undefined }).renewLogin()
    if (!isRenewed)
      throw new CommandError(`${file} cannot be written, so the old links still work`, {
        hint: 'Give yourself write access to it and to its folder, then try again',
        code: 'NOT_WRITABLE',
        exitCode: EXIT.usage,
      })
    output.data({ type: 'result', status: 'completed', file })
    output.say('Every earlier link, browser and device has lost access.')
    output.say(`Get the new link: ${commandLine('open', '--no-open')}`)
    return EXIT.completed
  },
}
