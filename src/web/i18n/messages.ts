import { useSyncExternalStore } from 'react'
import { PartSource, type PartState } from '../app/parts/part-source.ts'
import { usePreferences, type Language } from '../features/preferences/preferences-store.ts'
import { en } from './en.ts'

/** Typed by the English catalogue: a missing Japanese sentence does not compile. */
export type Messages = typeof en

/** Loaded where it is wanted. English is part of the page: there are words whatever fails. */
export const japanese = new PartSource<Messages>(async () => (await import('./ja.ts')).ja)

export function useMessages(): Messages {
  const loaded = useSyncExternalStore(japanese.subscribe, japanese.state)
  return catalogue(
    usePreferences((state) => state.language),
    loaded,
  )
}

/** Outside of components: toasts, titles, desktop notifications. */
export const messages = (): Messages =>
  catalogue(usePreferences.getState().language, japanese.state())

const catalogue = (language: Language, loaded: PartState<Messages>): Messages =>
  language === 'ja' && loaded.status === 'loaded' ? loaded.part : en
