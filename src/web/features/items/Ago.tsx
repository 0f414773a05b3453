import { useState } from 'react'
import { useMessages } from '../../i18n/messages.ts'
import { usePreferences, type Language } from '../preferences/preferences-store.ts'
import { useNow } from './use-now.ts'

const EVERY_MS = 10_000
/** Creating a formatter costs as much as rendering ten rows, so it is done on hover only. */
const formats = new Map<Language, Intl.DateTimeFormat>()

function exactTime(language: Language, then: Date): string {
  const known = formats.get(language)
  const format =
    known ?? new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' })
  formats.set(language, format)
  return format.format(then)
}

/** How long ago something was, with the exact time as its title. */
export function Ago({ at, className = '' }: { at: string; className?: string }) {
  const { common } = useMessages()
  const language = usePreferences((state) => state.language)
  const [isPointedAt, setPointedAt] = useState(false)
  const now = useNow(EVERY_MS)
  const then = new Date(at)
  return (
    <time
      dateTime={at}
      title={isPointedAt ? exactTime(language, then) : undefined}
      onPointerEnter={() => setPointedAt(true)}
      className={`whitespace-nowrap ${className}`}
    >
      {common.ago((now - then.getTime()) / 1000)}
    </time>
  )
}
