import { useSyncExternalStore } from 'react'

const wide = '(min-width: 1024px)'

/** True if the workflow fits beside the documents. */
export const useIsWide = (): boolean =>
  useSyncExternalStore(subscribe, () => window.matchMedia(wide).matches)

function subscribe(listener: () => void): () => void {
  const media = window.matchMedia(wide)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}
