import type { ChangedFile, Patch } from '../../../../contracts/views/changes.ts'
import type { Refusal } from '../../../app/live.ts'
import type { DiffLayout } from './changes-store.ts'
import type { Section } from './files/sections.ts'
import { rowsOf, type ChangeRow } from './lines/change-rows.ts'
import type { FileComments } from './lines/code-comments.ts'

/** A sticky heading, with the number of rows below it. */
export type Group =
  | { kind: 'file'; file: ChangedFile; isOpen: boolean; count: number; first: number }
  | { kind: 'section'; section: Section; isOpen: boolean; count: 0; first: number }

export interface ChangesList {
  groups: Group[]
  rows: ChangeRow[]
}

interface Shown {
  isOpen(file: ChangedFile): boolean
  openSections: ReadonlySet<string>
  patchOf(file: ChangedFile): Patch | Refusal | undefined
  comments: ReadonlyMap<string, FileComments>
  layout: DiffLayout
}

/** Everything that can be scrolled to: headings of files and other owners, and lines. */
export function listOf(sections: readonly Section[], shown: Shown): ChangesList {
  const groups: Group[] = []
  const rows: ChangeRow[] = []
  for (const section of sections) {
    const isSectionOpen = section.key === 'item' || shown.openSections.has(section.key)
    if (section.key !== 'item')
      groups.push({ kind: 'section', section, isOpen: isSectionOpen, count: 0, first: rows.length })
    if (!isSectionOpen) continue
    for (const file of section.files) {
      const isOpen = shown.isOpen(file)
      const first = rows.length
      if (isOpen) {
        for (const placed of shown.comments.get(file.path)?.away ?? [])
          rows.push({ kind: 'comment', file, placed })
        for (const row of rowsOf(file, shown.patchOf(file), shown.layout)) rows.push(row)
      }
      groups.push({ kind: 'file', file, isOpen, count: rows.length - first, first })
    }
  }
  return { groups, rows }
}
