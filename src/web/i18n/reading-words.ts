import { usePreferences, type Language } from '../features/preferences/preferences-store.ts'
import { changes } from './en/changes.ts'
import { changes as japaneseChanges } from './ja/changes.ts'

const CHANGES: Record<Language, typeof changes> = { en: changes, ja: japaneseChanges }

/** Words that only parts which are loaded later need: they come with those. */
export const useChangeWords = (): typeof changes =>
  CHANGES[usePreferences((state) => state.language)]
