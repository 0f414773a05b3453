import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { JOURNAL_FILE } from '../journal/journal-lines.ts'
import { leadsNowhereInside, LinkRefused, refuseLinks } from './own-files.ts'
import { SPEC_FILE } from './spec-json-file.ts'

/** For those that show or run a spec: what cannot be written later is said now. */
export function refuseSpecLinks(specDir: string): void {
  refuseLinks(join(specDir, SPEC_FILE))
  refuseLinks(join(specDir, JOURNAL_FILE))
}

/** An agent would write its document through them, to where no one looks. */
export function refuseDocumentLinks(specDir: string): void {
  for (const entry of readdirSync(specDir, { withFileTypes: true })) {
    const path = join(specDir, entry.name)
    if (entry.isSymbolicLink() && leadsNowhereInside(path)) throw new LinkRefused(path)
  }
}
