import { useSyncExternalStore, type ReactNode } from 'react'
import { usePreferences } from '../features/preferences/preferences-store.ts'
import { catalogues, messages, Words } from './messages.ts'

/** Rerenders its children when the language changes or its texts have arrived. */
export function WithWords({ children }: { children: ReactNode }) {
  return <Words value={useSyncExternalStore(subscribe, messages)}>{children}</Words>
}

function subscribe(listener: () => void): () => void {
  const leave = [
    catalogues.en.subscribe(listener),
    catalogues.ja.subscribe(listener),
    usePreferences.subscribe(listener),
  ]
  return () => {
    for (const each of leave) each()
  }
}
