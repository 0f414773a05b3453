import { usePreferences, type Language } from '../features/preferences/preferences-store.ts'
import { catalogues, otherLanguage } from '../i18n/messages.ts'
import { askAgain } from './parts/ask-again.ts'
import { registerPart } from './parts/preload-parts.ts'

/** How long the first paint waits for its language; after that the other language is used. */
const PATIENCE_MS = 3000

const chosen = (): Language => usePreferences.getState().language

/** Loads the texts of the chosen language, now and whenever it changes. */
export function followLanguage(): void {
  usePreferences.subscribe(() => void catalogues[chosen()].ask())
  for (const language of ['en', 'ja'] as const) keepAsking(language)
}

function keepAsking(language: Language): void {
  const source = catalogues[language]
  const ask = (): void => void (language === chosen() ? source.ask() : undefined)
  let leave = (): void => undefined
  source.subscribe(() => {
    const state = source.state()
    leave()
    leave = state.status === 'failed' ? askAgain(ask, state.tries) : () => undefined
  })
  registerPart(source.ask)
}

/** Resolves once either language is loaded; calls `onNone` each time both fail. */
export async function firstWords(onNone: () => void): Promise<void> {
  const own = catalogues[chosen()]
  const other = catalogues[otherLanguage(chosen())]
  const anyLoaded = new Promise<void>((resolve) => {
    for (const source of [own, other])
      source.subscribe(() => (source.state().status === 'loaded' ? resolve() : undefined))
  })
  own.subscribe(() => {
    if (own.state().status === 'failed')
      void other.ask().then(() => (other.state().status === 'failed' ? onNone() : undefined))
  })
  const late = setTimeout(() => void other.ask(), PATIENCE_MS)
  void own.ask()
  await anyLoaded
  clearTimeout(late)
}
