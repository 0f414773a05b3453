import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { ChangedFile } from '../../../../../contracts/views/changes.ts'

/** Of each file the version that was viewed. */
type Viewed = Readonly<Record<string, string>>

interface ViewedState {
  /** By item, the one that was ticked last at the end. */
  items: Readonly<Record<string, Viewed>>
  tick(key: string, file: ChangedFile, isViewed: boolean): void
}

const KEPT_ITEMS = 100

/** Which files the user has viewed. A file that has changed since is to be viewed again. */
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
