import { isRole, ROLES } from '../../contracts/roles.ts'
import type { OpenedRuns } from '../../fleet/open-runs.ts'
import type { Invocation } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { UsageError } from '../problems.ts'
import { oneOf } from '../words/commands/closest.ts'

export async function invitePerson(invocation: Invocation, { pool }: OpenedRuns): Promise<number> {
  const { invite } = await import('../../fleet/people/invitations.ts')
  const { output, positionals } = invocation
  const name = (positionals[1] ?? '').trim()
  const role = invocation.text('role') ?? 'operator'
  if (name === '' || name.length > 60)
    throw new UsageError('The name of the person is missing', 'For example: fleet invite Ada')
  if (!isRole(role)) throw new UsageError(`${role} is not a role`, oneOf(role, ROLES))
  const { code, expiresAt } = await invite(pool, { name, role })
  output.data({ type: 'invitation', name, role, code, expiresAt })
  output.say(`This code gives ${name} access as ${role}, once, within the hour: ${code}`)
  output.say(`In a browser: the address of a coordinator with /pair?code=${code}`)
  return EXIT.completed
}

export async function people(invocation: Invocation, { pool }: OpenedRuns): Promise<number> {
  const { listPeople, removePerson } = await import('../../fleet/people/people.ts')
  const { output, positionals } = invocation
  const [, verb = 'list', id = ''] = positionals
  if (verb !== 'list' && verb !== 'remove')
    throw new UsageError(`fleet people cannot ${verb}`, oneOf(verb, ['list', 'remove']))
  if (verb === 'remove') {
    if (!(await removePerson(pool, id))) throw new UsageError(`There is no one with the id ${id}`)
    output.data({ type: 'result', status: 'completed' })
    output.say(`${id} has lost access.`)
    return EXIT.completed
  }
  for (const person of await listPeople(pool)) {
    output.data({ type: 'person', ...person })
    output.say(`${person.name} (${person.role}), last seen ${person.seenAt}: ${person.id}`)
  }
  return EXIT.completed
}
