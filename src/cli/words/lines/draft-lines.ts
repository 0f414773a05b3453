import type { SteeringDraft } from '../../../contracts/views/steering.ts'
import { diffLines, withContext, type DiffRow } from '../../../core/views/line-diff.ts'
import type { Output } from '../../output.ts'

const CONTEXT = 3

/** The difference between a file and what is proposed for it. */
export function draftLines(output: Output, { name, text, proposed }: SteeringDraft): string[] {
  const before = (text ?? '').replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
  const rows = withContext(diffLines(before, proposed ?? ''), CONTEXT)
  const title = `.kiro/steering/${name}${text === null ? ' (new)' : ''}`
  return [output.style('bold', title), ...rows.map((row) => rowOf(output, row)), '']
}

function rowOf(output: Output, row: DiffRow): string {
  switch (row.kind) {
    case 'skipped':
      return output.style('dim', `  … ${row.count} unchanged lines`)
    case 'same':
      return `  ${row.text}`
    case 'added':
      return output.style('green', `+ ${row.text}`)
    case 'removed':
      return output.style('red', `- ${row.text}`)
    default:
      return row satisfies never
  }
}
