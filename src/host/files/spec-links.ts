import { join } from 'node:path'
import type { ItemKind } from '../../contracts/work-item.ts'
import { JOURNAL_FILE } from '../journal/journal-lines.ts'
import { entriesIn, leadsNowhereInside, LinkRefused, refuseLinks } from './own-files.ts'
import { RECORD_FILES } from './spec-json-file.ts'

/** Call before showing or running a spec: reports early what could not be written later. */
export function refuseSpecLinks(specDir: string, kind: ItemKind): void {
  refuseLinks(join(specDir, RECORD_FILES[kind]))
  refuseLinks(join(specDir, JOURNAL_FILE))
}

/** An agent would write its document through such a link, to an unexpected place. */
export function refuseDocumentLinks(specDir: string): void {
  for (const entry of entriesIn(specDir)) {
    const path = join(specDir, entry.name)
    if (entry.isSymbolicLink() && leadsNowhereInside(path)) throw new LinkRefused(path)
  }
}
