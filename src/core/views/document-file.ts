import type { DocumentPhase } from '../../contracts/phases.ts'
import type { ItemRow } from '../../contracts/views/board.ts'
import { DOCUMENT_FILES } from '../workflow/document-files.ts'

/** Under the name that the item's format has for it. */
export const documentFileOf = (
  { documentFiles }: Pick<ItemRow, 'documentFiles'>,
  phase: DocumentPhase,
): string => documentFiles?.[phase] ?? DOCUMENT_FILES[phase]
