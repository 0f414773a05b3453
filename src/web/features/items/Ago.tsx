import { useMessages } from '../../i18n/messages.ts'
import { usePreferences, type Language } from '../preferences/preferences-store.ts'
import { useNow } from './use-now.ts'

const EVERY_MS = 10_000
/** Making one takes longer than rendering a row. */
const EXACT: Record<Language, Intl.DateTimeFormat> = {
  en: new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' }),
  ja: new Intl.DateTimeFormat('ja', { dateStyle: 'medium', timeStyle: 'medium' }),
}

/** How long ago something was; the exact time is its title. */
export function Ago({ at, className = '' }: { at: string; className?: string }) {
  const { common } = useMessages()
  const language = usePreferences((state) => state.language)
  const now = useNow(EVERY_MS)
  const then = new Date(at)
  return (
    <time
      dateTime={at}
      title={EXACT[language].format(then)}
      className={`whitespace-nowrap ${className}`}
    >
      {common.ago((now - then.getTime()) / 1000)}
    </time>
  )
}
