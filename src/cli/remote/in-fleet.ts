import { isItemName } from '../../contracts/work-item.ts'
import type { Command, Invocation } from '../command.ts'
import { UsageError } from '../problems.ts'
import { RemoteProject } from './remote-project.ts'

/** Commands that are about items, and not about the files or programs of this computer. */
const VERBS: ReadonlySet<string> = new Set([
  'agents',
  'answer',
  'approve',
  'budget',
  'choose',
  'deploy',
  'log',
  'new',
  'permit',
  'phase',
  'reject',
  'report',
  'reset',
  'resume',
  'retry',
  'run',
  'status',
  'stop',
  'tell',
])

/** The same command, for an item of a fleet. */
export async function inFleet(
  command: Command,
  invocation: Invocation,
  url: string,
): Promise<number> {
  if (!/^https?:\/\//.test(url))
    throw new UsageError(`${url} is not the address of a fleet`, 'It begins with https://')
  const verb = command.name.replace(/^bug /, '')
  if (!VERBS.has(verb))
    throw new UsageError(
      `${command.name} works on this computer only`,
      'Leave out --url, and unset SDD_URL',
    )
  const { env, positionals, kind } = invocation
  const remote = await RemoteProject.open({ url, project: invocation.text('project'), env })
  try {
    const [name = ''] = positionals
    if (verb !== 'new' && isItemName(name)) await remote.copy({ kind, name })
    return await command.run({ ...invocation, remote })
  } finally {
    remote.close()
  }
}
