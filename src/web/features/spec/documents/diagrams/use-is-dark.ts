import { useSyncExternalStore } from 'react'

const isDark = (): boolean => document.documentElement.dataset['theme'] === 'dark'

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}

/** The current theme, chosen by preference or system. */
export const useIsDark = (): boolean => useSyncExternalStore(subscribe, isDark)
