import { join } from 'node:path'
import type { AgentPhase } from '../../contracts/phases.ts'
import { returnedIssues, type ReviewText } from '../../core/readers/review-issues.ts'
import { reviewFile } from '../../core/workflow/document-files.ts'
import { definitionOf, phaseOf } from '../../core/workflow/workflows.ts'
import { readTextFile } from './text-files.ts'

/** For reviews and replies: issues that an earlier round should have settled. */
export function returnedIn(specDir: string, phase: AgentPhase, round: number | null): string[] {
  if (round === null || round < 2 || definitionOf(phaseOf(phase)).kind !== 'review') return []
  const reviews = Array.from({ length: round }, (_, index) => reviewOf(specDir, index + 1))
  return returnedIssues(reviews.filter((one) => one !== null)).map(
    ({ id, title, round: later, first }) =>
      `${id} of round ${later} (${title}) was raised in round ${first.round} as ${first.id}`,
  )
}

function reviewOf(specDir: string, round: number): ReviewText | null {
  const text = readTextFile(join(specDir, reviewFile(round)))
  return text === null ? null : { round, text }
}
