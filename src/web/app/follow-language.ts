import { usePreferences } from '../features/preferences/preferences-store.ts'
import { japanese } from '../i18n/messages.ts'
import { askAgain } from './parts/ask-again.ts'
import { registerPart } from './parts/preload-parts.ts'

/** So long the first picture waits for its words; after that it is shown in English first. */
const PATIENCE_MS = 3000

/** Loads the words of the language that is chosen, now and whenever another one is. */
export async function followLanguage(): Promise<void> {
  let leave = (): void => undefined
  const ask = async (): Promise<void> => {
    if (usePreferences.getState().language === 'ja') await japanese.ask()
  }
  usePreferences.subscribe(() => void ask())
  japanese.subscribe(() => {
    const state = japanese.state()
    leave()
    leave = state.status === 'failed' ? askAgain(() => void ask(), state.tries) : () => undefined
  })
  registerPart(japanese.ask)
  await Promise.race([ask(), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))])
}
