import { useMessages } from '../../i18n/messages.ts'
import { usePreferences, type Language, type Theme } from '../preferences/preferences-store.ts'
import { ChoiceGroup } from './ChoiceGroup.tsx'

const LANGUAGES: readonly Language[] = ['en', 'ja']
const THEMES: readonly Theme[] = ['system', 'light', 'dark']

export function AppearanceSection() {
  const { appearance } = useMessages().settings
  const { language, theme, setLanguage, setTheme } = usePreferences()
  return (
    <>
      <p className="mb-2 text-muted">{appearance.intro}</p>
      <ChoiceGroup
        label={appearance.language}
        value={language}
        choices={LANGUAGES.map((key) => ({ key, label: appearance.languages[key] }))}
        onChange={setLanguage}
      />
      <ChoiceGroup
        label={appearance.theme}
        value={theme}
        choices={THEMES.map((key) => ({ key, label: appearance.themes[key] }))}
        onChange={setTheme}
      />
    </>
  )
}
