import type { OpenedRuns } from '../../fleet/open-runs.ts'
import type { Invocation } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { UsageError } from '../problems.ts'
import { oneOf } from '../words/commands/closest.ts'
import { checkName } from './fleet-options.ts'

const VERBS = ['list', 'add', 'remove']

export async function projects(invocation: Invocation, { pool }: OpenedRuns): Promise<number> {
  const { addProject, listProjects, removeProject } = await import('../../fleet/administration.ts')
  const { output, positionals } = invocation
  const [, verb = 'list', id = '', repository = ''] = positionals
  if (verb === 'list') {
    const { shownAddress } = await import('../../host/git/repository-address.ts')
    for (const project of await listProjects(pool)) {
      const shown = shownAddress(project.repository)
      output.data({ type: 'project', ...project, repository: shown })
      output.say(`${project.id}: ${shown} (${project.base}), pool ${project.pool}`)
    }
    return EXIT.completed
  }
  if (verb !== 'add' && verb !== 'remove')
    throw new UsageError(`fleet projects cannot ${verb}`, oneOf(verb, VERBS))
  checkName(id, 'project')
  if (verb === 'remove') {
    if (!(await removeProject(pool, id)))
      throw new UsageError(`${id} is not there, or has items`, 'Export its items first')
  } else {
    const { configOf } = await import('../../fleet/database/project-settings.ts')
    const settings = invocation.text('settings') ?? '{}'
    const chosen = invocation.text('pool') ?? 'default'
    checkName(chosen, 'pool')
    checkRepository(repository)
    const base = invocation.text('base') ?? 'main'
    configOf({ settings, base })
    await addProject(pool, { id, repository, base, pool: chosen, settings })
  }
  output.data({ type: 'result', status: 'completed' })
  output.say(verb === 'add' ? `${id} is a project of the fleet.` : `${id} is removed.`)
  return EXIT.completed
}

/** git would read an address that begins with a dash as an option. */
function checkRepository(repository: string): void {
  if (repository === '' || repository.startsWith('-'))
    throw new UsageError('The address of the repository is missing')
}
