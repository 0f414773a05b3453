import type { DocumentPhase } from '../../contracts/phases.ts'
import type { ItemRow } from '../../contracts/views/board.ts'
import { DOCUMENT_FILES } from '../workflow/document-files.ts'

/** The phase's document, under the name that the item's format uses. */
export const documentFileOf = (
  { documentFiles }: Pick<ItemRow, 'documentFiles'>,
  phase: DocumentPhase,
): string => documentFiles?.[phase] ?? DOCUMENT_FILES[phase]
