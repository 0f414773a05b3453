import type { Now } from '../../../contracts/views/now.ts'
import { useMessages } from '../../i18n/messages.ts'
import { useNow } from '../items/use-now.ts'
import { aroundName, doingWords, minutesOf } from './now-words.ts'

const TICK_MS = 15_000

/** The current activity, with its duration once it gets long; untrusted, shown as plain text. */
export function NowText({ now, className = '' }: { now: Now; className?: string }) {
  const m = useMessages()
  const words = doingWords(m, now)
  const [head, name] = aroundName(words, now)
  const minutes = minutesOf(now, useNow(TICK_MS))
  const time = minutes === null ? '' : ` · ${m.now.minutes(minutes)}`
  const tone = now.verb === 'silent' || now.verb === 'ask' ? 'text-needs' : 'text-running'
  return (
    <span
      className={`flex min-w-0 overflow-hidden ${tone} ${className}`}
      title={words + time}
      data-testid="now"
    >
      <span className="min-w-0 truncate">
        <bdi>{head}</bdi>
      </span>
      {name === '' ? null : (
        <span className="max-w-full shrink-0 truncate">
          <bdi>{name}</bdi>
        </span>
      )}
      {time === '' ? null : <span className="shrink-0 whitespace-pre">{time}</span>}
    </span>
  )
}
