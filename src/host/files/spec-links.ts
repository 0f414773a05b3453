import { join } from 'node:path'
import { JOURNAL_FILE } from './journal.ts'
import { refuseLinks } from './own-files.ts'
import { SPEC_FILE } from './spec-json.ts'

/** For whoever shows or drives a spec: what cannot be written later is said now. */
export function refuseSpecLinks(specDir: string): void {
  refuseLinks(join(specDir, SPEC_FILE))
  refuseLinks(join(specDir, JOURNAL_FILE))
}
