import { useMemo } from 'react'
import type { ChangedFile } from '../../../../contracts/views/changes.ts'
import type { WorkItem } from '../../../../contracts/work-item.ts'
import { listOf, type ChangesList } from './changes-list.ts'
import { changesKey, type DiffLayout } from './changes-store.ts'
import type { Section } from './files/sections.ts'
import { useViewed, useViewedOf } from './files/viewed-store.ts'
import { patchKey, usePatches } from './patches-store.ts'
import { useCodeComments, type CodeComments } from './use-code-comments.ts'
import { useOpenFiles, type OpenFiles } from './use-open-files.ts'

interface Wanted {
  item: WorkItem
  base: string
  sections: readonly Section[]
  layout: DiffLayout
}

export interface ListedChanges {
  files: readonly ChangedFile[]
  list: ChangesList
  open: OpenFiles
  comments: CodeComments
  isViewed(file: ChangedFile): boolean
  /** Viewing a file closes it, so that the rest moves up. */
  view(file: ChangedFile, isViewed: boolean): void
}

/** The listed changes, with what the user has opened, ticked and commented on. */
export function useChangesList({ item, base, sections, layout }: Wanted): ListedChanges {
  const key = changesKey(item)
  const files = useMemo(() => sections.flatMap((section) => section.files), [sections])
  const isViewed = useViewedOf(key)
  const open = useOpenFiles({ item, base, files, isViewed })
  const comments = useCodeComments(item, base, files)
  const patches = usePatches((state) => state.patches)
  const { isOpen, sections: openSections } = open
  const { byFile } = comments
  const list = useMemo(
    () =>
      listOf(sections, {
        isOpen,
        openSections,
        patchOf: (file) => patches.get(patchKey(item, base, file)),
        comments: byFile,
        layout,
      }),
    [sections, isOpen, openSections, patches, byFile, layout, item, base],
  )
  const view = (file: ChangedFile, viewed: boolean): void => {
    useViewed.getState().tick(key, file, viewed)
    open.set(file, !viewed)
  }
  return { files, list, open, comments, isViewed, view }
}
