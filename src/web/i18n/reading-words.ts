import { usePreferences, type Language } from '../features/preferences/preferences-store.ts'
import { changes } from './en/item/changes.ts'
import { reading } from './en/item/reading.ts'
import { changes as japaneseChanges } from './ja/item/changes.ts'
import { reading as japaneseReading } from './ja/item/reading.ts'

const CHANGES: Record<Language, typeof changes> = { en: changes, ja: japaneseChanges }
const READING: Record<Language, typeof reading> = { en: reading, ja: japaneseReading }

export type ReadingWords = typeof reading

/** Texts that only lazily loaded parts need; they are bundled with those. */
export const useChangeWords = (): typeof changes =>
  CHANGES[usePreferences((state) => state.language)]

export const useReadingWords = (): ReadingWords =>
  READING[usePreferences((state) => state.language)]
