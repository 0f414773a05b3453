import { useSyncExternalStore } from 'react'

const narrow = window.matchMedia('(max-width: 767px)')

const subscribe = (listener: () => void): (() => void) => {
  narrow.addEventListener('change', listener)
  return () => narrow.removeEventListener('change', listener)
}

/** Below this width there is one column, and everything is sized for touch. */
export const useIsPhone = (): boolean => useSyncExternalStore(subscribe, () => narrow.matches)
