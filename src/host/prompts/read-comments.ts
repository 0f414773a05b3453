import { join } from 'node:path'
import { commentsSchema, type LineComment } from '../../contracts/views/comments.ts'
import type { AgentPhase } from '../../contracts/phases.ts'
import type { DocumentNames } from '../../core/formats/document-names.ts'
import { touchesCode, touchesDocument } from '../../core/prompts/touched-documents.ts'
import { PromptError } from './prompt-error.ts'
import { readTextFile } from './text-files.ts'

/** The unresolved comments on documents or code that this phase touches. */
export function readOpenComments(
  specDir: string,
  phase: AgentPhase,
  belongsTo: DocumentNames['belongsTo'],
): LineComment[] {
  const file = join(specDir, 'comments.json')
  try {
    const text = readTextFile(file)
    if (text === null) return []
    const comments = commentsSchema.parse(JSON.parse(text))
    return comments.filter(
      ({ resolvedAt, document }) =>
        !resolvedAt &&
        (document === undefined ? touchesCode(phase) : touchesDocument(phase, belongsTo(document))),
    )
  } catch (cause) {
    throw new PromptError('comments-unreadable', file, cause)
  }
}
