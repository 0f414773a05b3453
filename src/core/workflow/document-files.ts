import type { DocumentPhase } from '../../contracts/phases.ts'
import type { ItemKind } from '../../contracts/work-item.ts'

export const DOCUMENT_FILES: Readonly<Record<DocumentPhase, string>> = {
  requirements: 'requirements.md',
  design: 'design.md',
  tasks: 'tasks.md',
}
/** The questions that an agent asks before the requirements. */
export const QUESTIONS_FILE = 'questions.md'
/** What a review reads, and its reply may change. */
export const REVIEWED_FILES: readonly string[] = Object.values(DOCUMENT_FILES)
export const reviewFile = (round: number): string => `document-review-${round}.md`
export const replyFile = (round: number): string => `document-review-${round}-reply.md`
export const inspectionFile = (number: number): string => `inspection-${number}.md`
/** Some tools call this an inspection report. */
export const INSPECTION_NAME = /^inspection(?:-report)?-(\d+)\.md$/

/** The documents of a bug, by the phase that writes them; the user writes the report. */
export const BUG_FILES = {
  report: 'report.md',
  analyze: 'analysis.md',
  fix: 'fix.md',
  verify: 'verification.md',
} as const

/** The documents with a fixed name that a work item may have. */
export const NAMED_FILES: Readonly<Record<ItemKind, readonly string[]>> = {
  spec: REVIEWED_FILES,
  bug: Object.values(BUG_FILES),
}
