import type { Invocation } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { CommandError, UsageError } from '../problems.ts'
import { pairWith, plainUrl } from '../remote/fleet-key.ts'
import { commandLine } from '../words/commands/command-line.ts'

/** Needs no database and no fleet libraries: people run it on their own computers. */
export async function pair(invocation: Invocation): Promise<number> {
  const { output, env } = invocation
  const url = invocation.text('url') ?? env['SDD_URL'] ?? ''
  const code = invocation.text('code') ?? ''
  if (!/^https?:\/\//.test(url))
    throw new UsageError('The coordinator is missing', 'Give --url https://…, or set SDD_URL')
  if (code === '') throw new UsageError('--code CODE is missing', 'The invitation has it')
  const paired = await pairWith(env, url, code)
  if (paired === null)
    throw new CommandError('The code is unknown, used up or too old', {
      hint: 'Ask an administrator of the fleet for a new invitation',
      code: 'NOT_PAIRED',
      exitCode: EXIT.usage,
    })
  const { name, role } = paired
  output.data({ type: 'paired', url: plainUrl(url), name, role })
  output.say(`This terminal is paired with ${plainUrl(url)} as ${name} (${role}).`)
  output.say(`Try: ${commandLine('status', '--url', plainUrl(url))}`)
  return EXIT.completed
}
