import { MessagesSquare } from 'lucide-react'
import { useMessages } from '../../i18n/messages.ts'
import { Ago } from '../items/Ago.tsx'
import type { Talking } from './use-talk.ts'

/** The other conversations, to read and continue. */
export function EarlierTalks({ talk: { earlier, isBusy, reopen } }: { talk: Talking }) {
  const { ask } = useMessages()
  if (earlier.length === 0) return null
  return (
    <details className="rounded-md border border-line">
      <summary className="cursor-pointer px-3 py-1.5 text-muted max-md:py-3">
        {ask.earlier(earlier.length)}
      </summary>
      <ul aria-label={ask.earlier(earlier.length)} className="max-h-56 overflow-y-auto">
        {earlier.map(({ conversation, turns }) => (
          <li key={conversation} className="border-t border-line">
            <button
              type="button"
              disabled={isBusy}
              onClick={() => reopen(conversation)}
              className="flex w-full min-w-0 items-center gap-2 px-3 py-1.5 text-left hover:bg-hover disabled:opacity-50 max-md:min-h-11"
            >
              <MessagesSquare aria-hidden className="size-3.5 shrink-0 text-muted" />
              <span className="min-w-0 grow truncate">{turns[0]?.question}</span>
              <span className="shrink-0 text-xs text-muted">{ask.questions(turns.length)}</span>
              <Ago at={turns.at(-1)?.at ?? ''} className="shrink-0 text-xs text-muted" />
            </button>
          </li>
        ))}
      </ul>
    </details>
  )
}
