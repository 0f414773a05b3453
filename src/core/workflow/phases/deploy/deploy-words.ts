import type { Draft } from '../../../decide/draft.ts'
import { shortened } from '../../../words/shortened.ts'

interface Described {
  state: Pick<Draft['state'], 'item'>
  knownFacts: { spec: Pick<Draft['knownFacts']['spec'], 'description'> }
}

/** The commit message of a deploy: name and description of the item. */
export function deployMessage({ state, knownFacts }: Described): string {
  const { item } = state
  const [first = '', ...rest] = knownFacts.spec.description.trim().split('\n')
  const subject = shortened(first, 60, '...')
  const body = first.length > 60 ? [first, ...rest].join('\n') : rest.join('\n')
  return `${item.name}${subject === '' ? '' : `: ${subject}`}\n\n${body}`.trim()
}

/** The body of a pull request: description, tasks, checks and verdict. */
export function evidenceOf(draft: Draft): string {
  const { tasks, checks, spec } = draft.knownFacts
  const inspection = spec.inspections.at(-1)
  const verification = spec.verifications.at(-1)
  const lines = [
    ...(tasks.ok ? [`- tasks: ${tasks.counts.done} of ${tasks.counts.total} done`] : []),
    ...(inspection
      ? [`- inspection ${inspection.number}: ${inspection.result.toUpperCase()}`]
      : []),
    ...(verification
      ? [
          `- verification ${verification.number}: ${verification.result.toUpperCase().replace('-', ' ')}`,
        ]
      : []),
    ...(checks.length === 0
      ? ['- not verified by checks']
      : checks.map(
          ({ name }) => `- check ${name}: ${draft.state.checks[name]?.result ?? 'never'}`,
        )),
  ]
  return `${spec.description.trim()}\n\n## Evidence\n\n${lines.join('\n')}\n`.trimStart()
}
