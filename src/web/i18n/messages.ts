import { usePreferences, type Language } from '../features/preferences/preferences-store.ts'
import { en } from './en.ts'
import { ja } from './ja.ts'

/** Typed by the English catalogue: a missing Japanese sentence does not compile. */
export type Messages = typeof en

const CATALOGUES: Record<Language, Messages> = { en, ja }

export const useMessages = (): Messages => CATALOGUES[usePreferences((state) => state.language)]

/** Outside of components: toasts, titles, desktop notifications. */
export const messages = (): Messages => CATALOGUES[usePreferences.getState().language]
