import { useState } from 'react'
import { useMessages } from '../../i18n/messages.ts'
import { usePreferences, type Language } from '../preferences/preferences-store.ts'
import { useNow } from './use-now.ts'

const EVERY_MS = 10_000
/** Making one takes as long as rendering ten rows: only when a time is pointed at. */
const formats = new Map<Language, Intl.DateTimeFormat>()

function exactly(language: Language, then: Date): string {
  const known = formats.get(language)
  const format =
    known ?? new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' })
  formats.set(language, format)
  return format.format(then)
}

/** How long ago something was; the exact time is its title. */
export function Ago({ at, className = '' }: { at: string; className?: string }) {
  const { common } = useMessages()
  const language = usePreferences((state) => state.language)
  const [isPointedAt, setPointedAt] = useState(false)
  const now = useNow(EVERY_MS)
  const then = new Date(at)
  return (
    <time
      dateTime={at}
      title={isPointedAt ? exactly(language, then) : undefined}
      onPointerEnter={() => setPointedAt(true)}
      className={`whitespace-nowrap ${className}`}
    >
      {common.ago((now - then.getTime()) / 1000)}
    </time>
  )
}
