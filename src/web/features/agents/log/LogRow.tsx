import { memo } from 'react'
import { CopyLine } from './CopyLine.tsx'
import { LongText } from '../../../ui/text/LongText.tsx'
import { LogEvent } from './LogEvent.tsx'
import { textOf } from './log-events.ts'
import type { LogLines } from './log-lines.ts'
import type { LogView } from './log-search.ts'

export interface RowContext {
  log: LogLines
  view: LogView
  marked: string
  /** The row of the current match; its matching events are expanded. */
  current: number | null
  open: ReadonlySet<string>
  toggle(key: string): void
  /** Paths are shown relative to these. */
  folders: readonly string[]
}

interface LogRowProps {
  index: number
  context: RowContext
}

/** Everything in one line of the log. */
export const LogRow = memo(function LogRow({ index, context }: LogRowProps) {
  const { log, view, marked, current, open, toggle, folders } = context
  const line = view === 'raw' ? index : (log.shown[index] ?? 0)
  const isCurrent = current === index
  return (
    <div
      className={`group relative px-3 py-0.5 ${isCurrent ? 'bg-accent-soft' : 'hover:bg-raised'}`}
    >
      {view === 'raw' ? (
        <LongText
          text={log.lines[line] ?? ''}
          marked={marked}
          isCurrent={isCurrent}
          className="font-mono text-xs"
        />
      ) : (
        log.events(line).map((event, place) => {
          const key = `${line}:${place}`
          const isFound = isCurrent && textOf(event).toLowerCase().includes(marked)
          return (
            <LogEvent
              // Stable, because a line never changes.
              key={key}
              event={event}
              marked={marked}
              isCurrent={isCurrent}
              folders={folders}
              isOpen={open.has(key) || isFound}
              onToggle={() => toggle(key)}
            />
          )
        })
      )}
      <CopyLine text={() => log.lines[line] ?? ''} />
    </div>
  )
})
