import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { ChangedFile } from '../../../../../contracts/views/changes.ts'

/** The viewed version of each file. */
type Viewed = Readonly<Record<string, string>>

interface ViewedState {
  /** By item, the last ticked one at the end. */
  items: Readonly<Record<string, Viewed>>
  tick(key: string, file: ChangedFile, isViewed: boolean): void
}

const KEPT_ITEMS = 100

/** The files that the user has viewed. A file that changed since counts as unviewed. */
export const useViewed = create<ViewedState>()(
  persist(
    (set) => ({
      items: {},
      tick: (key, { path, version }, isViewed) =>
        set(({ items }) => {
          const { [key]: own = {}, ...others } = items
          const { [path]: _, ...rest } = own
          const kept = Object.entries(others).slice(-KEPT_ITEMS)
          const viewed = isViewed ? { ...rest, [path]: version } : rest
          return { items: { ...Object.fromEntries(kept), [key]: viewed } }
        }),
    }),
    { name: 'sdd-viewed' },
  ),
)

const NONE: Viewed = {}

export const useViewedOf = (key: string): ((file: ChangedFile) => boolean) => {
  const viewed = useViewed(({ items }) => items[key] ?? NONE)
  return ({ path, version }) => viewed[path] === version
}
