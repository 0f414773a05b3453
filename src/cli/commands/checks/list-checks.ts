import type { DeclaredCheck } from '../../../contracts/views/checks-view.ts'
import { readChecks } from '../../../host/checks/declared-checks.ts'
import { readStatuses } from '../../../host/items/spec-status.ts'
import { aligned } from '../../command-help.ts'
import type { Invocation } from '../../command.ts'
import { EXIT } from '../../exit-codes.ts'
import { loadConfigAndWarn, locateProject, type Project } from '../../project.ts'
import { commandWords } from '../../words/check-words.ts'

/** Lists every check with its last result for each item. */
export function list(invocation: Invocation): number {
  const { output, env } = invocation
  const project = locateProject(invocation)
  loadConfigAndWarn(project, invocation)
  const { projectDir } = project.folders
  const { checks, isWithoutProject } = readChecks({ projectDir, env })
  const results = resultsIn(project)
  for (const check of checks)
    output.data({ type: 'check', ...check, results: results.get(check.name) ?? [] })
  for (const line of linesFor(checks, results, project)) output.say(line)
  if (isWithoutProject)
    output.say(`The checks of the project are not used: it runs without its own configuration`)
  return EXIT.completed
}

interface Result {
  item: string
  result: string
  at: string | null
}

function resultsIn({ folders }: Project): Map<string, Result[]> {
  const results = new Map<string, Result[]>()
  const statuses = [...readStatuses(folders, 'spec'), ...readStatuses(folders, 'bug')]
  for (const { item, checks } of statuses)
    for (const { name, result, at } of checks)
      if (result !== 'never')
        results.set(name, [
          ...(results.get(name) ?? []),
          { item: item.kind === 'bug' ? `bug:${item.name}` : item.name, result, at },
        ])
  return results
}

function linesFor(
  checks: DeclaredCheck[],
  results: Map<string, Result[]>,
  { typed, folders }: Project,
): string[] {
  if (checks.length === 0)
    return [
      `${folders.projectDir} has no checks: nothing is verified by the host.`,
      `See what fits this repository: ${typed('checks', 'suggest')}`,
    ]
  const rows = checks.map((check) => [
    check.name,
    commandWords(check),
    check.source,
    STATES[check.state],
    (results.get(check.name) ?? []).map(({ item, result }) => `${item} ${result}`).join(', '),
  ])
  const untrusted = checks.filter(({ state }) => state === 'untrusted').length
  return [
    ...aligned([['CHECK', 'COMMAND', 'FROM', 'STATE', 'LAST RESULTS'], ...rows], ''),
    ...checks.flatMap(({ name, missing }) =>
      missing === null ? [] : [`${name}: ${missing} was not found`],
    ),
    ...(untrusted === 0 ? [] : [`Review and trust what came with the project: ${typed('trust')}`]),
  ]
}

const STATES: Record<DeclaredCheck['state'], string> = {
  ready: 'ready',
  untrusted: 'not trusted',
  missing: 'not found',
}
