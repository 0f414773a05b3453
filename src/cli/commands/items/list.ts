import type { SpecStatus } from '../../../contracts/views/status.ts'
import { statusSettings } from '../../../host/config/status-settings.ts'
import { readManyStatuses, readStatuses } from '../../../host/items/spec-status.ts'
import { aligned } from '../../command-help.ts'
import type { ItemKind } from '../../../contracts/work-item.ts'
import type { CommandDetails, RemotePlace } from '../../command.ts'
import { EXIT } from '../../exit-codes.ts'
import { locateProject, type Project } from '../../project.ts'
import { foldArchived } from '../../words/lines/archived-lines.ts'
import { standingWords } from '../../words/waiting-words.ts'

export const command: CommandDetails = {
  help: `
Lists the specs and bugs of the project with their state, one per line, from the files alone. More
about each: {sdd} status.`,
  options: { all: { value: null, help: 'list archived specs too' } },
  async run(invocation) {
    const { output, kind } = invocation
    const project = locateProject(invocation)
    const items = await (invocation.remote
      ? inFleet(invocation.remote, kind)
      : Promise.resolve(here(project, invocation.env)))
    for (const { item, phase, run, problem } of items)
      output.data({
        type: 'item',
        kind: item.kind,
        name: item.name,
        phase,
        status: run.status,
        reason: run.reason,
        problem,
      })
    if (output.isJson) return EXIT.completed
    const { shown, lines } = invocation.has('all')
      ? { shown: items, lines: [] }
      : foldArchived(items)
    const rows = items.length === 0 ? none(project) : aligned(shown.map(rowOf), '')
    for (const line of [...rows, ...lines]) output.say(line)
    return EXIT.completed
  },
}

function here({ folders, kind }: Project, env: NodeJS.ProcessEnv): SpecStatus[] {
  const { skips } = statusSettings(folders.projectDir, env)
  const specs = kind === 'spec' ? readManyStatuses(folders, { declared: [], skips }).statuses : []
  return [...specs, ...readStatuses(folders, 'bug', { declared: [] })]
}

async function inFleet(remote: RemotePlace, kind: ItemKind): Promise<SpecStatus[]> {
  const specs = kind === 'spec' ? await remote.statuses('spec') : []
  return [...specs, ...(await remote.statuses('bug'))]
}

const rowOf = ({ item, phase, run, problem }: SpecStatus): string[] => [
  item.kind,
  item.name,
  problem === null ? standingWords(run) : 'unreadable',
  problem === null ? phase : '',
]

function none(project: Project): string[] {
  const what = project.kind === 'bug' ? 'bugs' : 'specs or bugs'
  return [
    `There are no ${what} in ${project.place} yet.`,
    `Create one: ${project.typed('new', project.kind === 'bug' ? 'my-bug' : 'my-feature')}`,
  ]
}
