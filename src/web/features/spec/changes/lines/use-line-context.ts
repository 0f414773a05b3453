import { useMemo } from 'react'
import type { ChangedFile } from '../../../../../contracts/views/changes.ts'
import type { WorkItem } from '../../../../../contracts/work-item.ts'
import { useColours } from '../colours/colours-store.ts'
import { usePatches } from '../patches-store.ts'
import type { CodeComments } from '../use-code-comments.ts'
import type { LineContext } from './line-context.ts'
import type { PatchLine } from './read-patch.ts'

interface Known {
  item: WorkItem
  base: string
  files: readonly ChangedFile[]
  comments: CodeComments
  marked: string
  current: PatchLine | null
  isPhone: boolean
}

/** Memoized, so that lines only rerender when something about them changes. */
export function useLineContext(known: Known): LineContext {
  const { item, base, files, comments, marked, current, isPhone } = known
  const { byFile, writing, open, close } = comments
  const colours = useColours((state) => state.version)
  return useMemo<LineContext>(
    () => ({
      owner: item,
      comments: byFile,
      writing,
      marked,
      current,
      colours,
      isPhone,
      open,
      close,
      retry: (path) => {
        const again = files.filter((file) => file.path === path)
        void usePatches.getState().load(item, base, again)
      },
    }),
    [item, base, files, byFile, writing, marked, current, colours, isPhone, open, close],
  )
}
