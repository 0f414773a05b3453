import { KEY_STORAGE } from '../../../contracts/launch/session-key.ts'

/** Null where the browser blocks storage: the page then has no access, and says so. */
export function storedKey(): string | null {
  try {
    return window.localStorage.getItem(KEY_STORAGE)
  } catch {
    return null
  }
}

/** Calls `act` when another tab has logged in again. */
export function onNewKey(act: () => void): void {
  window.addEventListener('storage', ({ key }) => {
    if (key === KEY_STORAGE) act()
  })
}
