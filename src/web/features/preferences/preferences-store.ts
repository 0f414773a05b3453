import { create } from 'zustand'
import { persist } from 'zustand/middleware'

export type Theme = 'system' | 'light' | 'dark'
export type Language = 'en' | 'ja'

interface PreferencesState {
  theme: Theme
  language: Language
  desktopNotifications: boolean
  setTheme(theme: Theme): void
  setLanguage(language: Language): void
  setDesktopNotifications(on: boolean): void
}

/** Preferences of this browser, not of the host. */
export const usePreferences = create<PreferencesState>()(
  persist(
    (set) => ({
      theme: 'system',
      language: navigator.language.startsWith('ja') ? 'ja' : 'en',
      desktopNotifications: false,
      setTheme: (theme) => set({ theme }),
      setLanguage: (language) => set({ language }),
      setDesktopNotifications: (desktopNotifications) => set({ desktopNotifications }),
    }),
    { name: 'sdd-preferences' },
  ),
)

/** Applies theme and language directly, without a component. */
export function applyPreferences(): void {
  const dark = window.matchMedia('(prefers-color-scheme: dark)')
  const apply = (): void => {
    const { theme, language } = usePreferences.getState()
    const isDark = theme === 'dark' || (theme === 'system' && dark.matches)
    document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light'
    document.documentElement.lang = language
  }
  apply()
  dark.addEventListener('change', apply)
  usePreferences.subscribe(apply)
}
