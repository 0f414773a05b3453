import { useCallback, useEffect, useMemo, useState } from 'react'
import type { ChangedFile } from '../../../../contracts/views/changes.ts'
import type { WorkItem } from '../../../../contracts/work-item.ts'
import { colour } from './colours/colours-store.ts'
import { openAtFirst } from './files/sections.ts'
import { hunksOf } from './lines/change-rows.ts'
import { patchKey, usePatches } from './patches-store.ts'

export interface OpenFiles {
  isOpen(file: ChangedFile): boolean
  set(file: ChangedFile, isOpen: boolean): void
  setAll(files: readonly ChangedFile[], isOpen: boolean): void
  /** Keys of other owners' sections that are open. */
  sections: ReadonlySet<string>
  openSection(key: string): void
  toggleSection(key: string): void
}

interface Listed {
  item: WorkItem
  base: string
  files: readonly ChangedFile[]
  isViewed(file: ChangedFile): boolean
}

/** Tracks which files show their lines, and loads and colours those. */
export function useOpenFiles({ item, base, files, isViewed }: Listed): OpenFiles {
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [sections, setSections] = useState<ReadonlySet<string>>(new Set())
  // Decided once: ticking a file later closes it explicitly.
  const [first] = useState(() => openAtFirst(item, files, isViewed))
  const isOpen = useCallback(
    ({ path }: ChangedFile) => chosen.get(path) ?? first.has(path),
    [chosen, first],
  )
  const open = useMemo(
    () => files.filter((file) => file.kind !== 'binary' && isOpen(file)),
    [files, isOpen],
  )
  useEffect(() => usePatches.getState().keep(item, base, files), [item, base, files])
  useEffect(() => void usePatches.getState().load(item, base, open), [item, base, open])
  useColouring(item, base, open)
  const put = (some: readonly ChangedFile[], isOpenNow: boolean): void =>
    setChosen(
      (before) => new Map([...before, ...some.map(({ path }) => [path, isOpenNow] as const)]),
    )
  return {
    isOpen,
    set: (file, isOpenNow) => put([file], isOpenNow),
    setAll: put,
    sections,
    openSection: (key) => setSections((before) => new Set(before).add(key)),
    toggleSection: (key) =>
      setSections((before) => {
        const next = new Set(before)
        if (!next.delete(key)) next.add(key)
        return next
      }),
  }
}

function useColouring(item: WorkItem, base: string, open: readonly ChangedFile[]): void {
  const patches = usePatches((state) => state.patches)
  useEffect(() => {
    let isOver = false
    const all = async (): Promise<void> => {
      for (const file of open) {
        const patch = patches.get(patchKey(item, base, file))
        if (isOver) return
        if (patch !== undefined && !('code' in patch)) await colour(file.path, hunksOf(patch))
      }
    }
    void all()
    return () => {
      isOver = true
    }
  }, [item, base, open, patches])
}
