import { useEffect, useRef, useState, type RefObject } from 'react'
import type { GroupedVirtuosoHandle } from 'react-virtuoso'
import type { ChangesList } from './changes-list.ts'
import { holdsLine } from './lines/change-rows.ts'
import type { PatchLine } from './lines/read-patch.ts'

interface Target {
  path: string
  /** Null: the file header. */
  line: PatchLine | null
}

interface ScrollTarget {
  scroller: RefObject<GroupedVirtuosoHandle | null>
  scrollTo(target: Target): void
}

/** Scrolls once the target is in the list: its file may have to be opened and loaded first. */
export function useScrollTarget({ groups, rows }: ChangesList): ScrollTarget {
  const scroller = useRef<GroupedVirtuosoHandle>(null)
  const [target, setTarget] = useState<Target | null>(null)
  useEffect(() => {
    if (target === null) return
    const { path, line } = target
    const groupIndex = groups.findIndex((one) => one.kind === 'file' && one.file.path === path)
    const group = groups[groupIndex]
    if (group === undefined) return
    const index =
      line === null ? -1 : rows.findIndex((row, at) => at >= group.first && holdsLine(row, line))
    if (line !== null && index === -1) return
    setTarget(null)
    scroller.current?.scrollToIndex(
      line === null ? { groupIndex, align: 'start' } : { index, align: 'center' },
    )
  }, [groups, rows, target])
  return { scroller, scrollTo: setTarget }
}
