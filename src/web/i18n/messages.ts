import { createContext, useContext } from 'react'
import { PartSource } from '../app/parts/part-source.ts'
import { usePreferences, type Language } from '../features/preferences/preferences-store.ts'
import type { en } from './en.ts'

/** Typed by the English catalogue: a missing Japanese sentence does not compile. */
export type Messages = typeof en

/** Only the chosen language is loaded; the page is rendered once either has arrived. */
export const catalogues: Record<Language, PartSource<Messages>> = {
  en: new PartSource<Messages>(async () => (await import('./en.ts')).en),
  ja: new PartSource<Messages>(async () => (await import('./ja.ts')).ja),
}

/** A context: hundreds of components each subscribing to three stores would be slow. */
export const Words = createContext<Messages | null>(null)

export function useMessages(): Messages {
  const words = useContext(Words)
  if (words === null) throw new Error('the page was drawn before it had words')
  return words
}

/** Outside of components: toasts, titles, desktop notifications. */
export const messages = (): Messages => catalogue(usePreferences.getState().language)

export const otherLanguage = (language: Language): Language => (language === 'ja' ? 'en' : 'ja')

/** Falls back to the other language while the chosen one is loading. */
function catalogue(language: Language): Messages {
  const words = loaded(language) ?? loaded(otherLanguage(language))
  if (words === null) throw new Error('the page was drawn before it had words')
  return words
}

function loaded(language: Language): Messages | null {
  const state = catalogues[language].state()
  return state.status === 'loaded' ? state.part : null
}
