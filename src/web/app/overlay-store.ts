import { create } from 'zustand'
import { onProjectChange } from '../features/projects/projects-store.ts'

export type Overlay =
  | 'palette'
  | 'help'
  | 'new-spec'
  | 'new-bug'
  | 'open-project'
  | 'notices'
  | 'archive'
  | 'checks'
  | 'saved'
  | 'ask'
  | 'plan'
  | 'steering'

interface OverlayState {
  shown: Overlay | null
  show(overlay: Overlay): void
  hide(): void
}

/** The overlay on top of the screen, at most one at a time. */
export const useOverlay = create<OverlayState>()((set) => ({
  shown: null,
  show: (shown) => set({ shown }),
  hide: () => set({ shown: null }),
}))

onProjectChange(() => useOverlay.getState().hide())
