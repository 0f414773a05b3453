import type { WorkItem } from '../../../../contracts/work-item.ts'
import { ChevronRight, CircleAlert, Info, TriangleAlert } from 'lucide-react'
import type { CalledBy } from '../../../../contracts/called-by.ts'
import type { Level } from '../../../../contracts/journal.ts'
import { useMessages, type Messages } from '../../../i18n/messages.ts'
import { usePreferences } from '../../preferences/preferences-store.ts'
import { momentOf } from './shown-moments.ts'
import { PlaceLink } from '../PlaceLink.tsx'
import { promptPlace } from '../prompt-place.ts'
import { isOlder, type EntryLine, type ShownEntry } from './timeline-filter.ts'

const LOOKS: Record<Level, { Icon: typeof Info; className: string }> = {
  info: { Icon: Info, className: 'text-faint' },
  warning: { Icon: TriangleAlert, className: 'text-needs' },
  error: { Icon: CircleAlert, className: 'text-failed' },
}

const LINK =
  'inline-flex shrink-0 items-center text-xs leading-5 text-accent underline decoration-line-strong underline-offset-2 hover:decoration-current max-md:min-h-11 max-md:px-2'

interface TimelineEntryProps {
  item: WorkItem
  line: EntryLine
  isOpen: boolean
  onToggle(seq: number): void
}

export function TimelineEntry({ item, line, isOpen, onToggle }: TimelineEntryProps) {
  const { workflow } = useMessages()
  const language = usePreferences((state) => state.language)
  const { entry, words } = line
  const { Icon, className } = LOOKS[entry.level]
  const agentId = agentIn(entry)
  const isTime = !Number.isNaN(Date.parse(entry.time))
  return (
    <div role="listitem" className="border-b border-line">
      <div className="flex min-h-7 items-start gap-2 px-3 py-1 hover:bg-hover max-md:min-h-11 max-md:items-center">
        <button
          type="button"
          aria-expanded={isOpen}
          title={workflow.timeline.raw}
          onClick={() => onToggle(entry.seq)}
          className="flex min-w-0 grow items-start gap-2 text-left max-md:min-h-11 max-md:flex-wrap max-md:items-center max-md:gap-y-0"
        >
          <ChevronRight
            aria-hidden
            className={`mt-0.75 size-3.5 shrink-0 text-faint transition-transform max-md:mt-0 ${isOpen ? 'rotate-90' : ''}`}
          />
          <time
            dateTime={entry.time}
            title={isTime ? new Date(entry.time).toLocaleString(language) : undefined}
            className="shrink-0 whitespace-nowrap font-mono text-xs leading-5 text-muted"
          >
            {isTime ? momentOf(entry.time, language) : entry.time}
          </time>
          <Icon aria-hidden className={`mt-0.75 size-3.5 shrink-0 max-md:mt-0 ${className}`} />
          <span className="sr-only">{workflow.timeline.levels[entry.level]}</span>
          <span
            className={`min-w-0 break-words max-md:basis-full max-md:pl-6 ${entry.level === 'info' ? '' : className}`}
          >
            {words}
            {isOlder(entry) ? (
              <span className="pl-2 text-xs text-faint">{workflow.timeline.olderTool}</span>
            ) : null}
            {isOlder(entry) || entry.calledBy === undefined ? null : (
              <span className="pl-2 text-xs text-faint">
                {callerWords(workflow, entry.calledBy)}
              </span>
            )}
          </span>
        </button>
        {agentId === null || entry.type !== 'agent.started' ? null : (
          <PlaceLink
            place={{ screen: 'item', item, tab: 'log', document: promptPlace(agentId) }}
            className={LINK}
          >
            {workflow.timeline.prompt}
          </PlaceLink>
        )}
        {agentId === null ? null : (
          <PlaceLink
            place={{ screen: 'item', item, tab: 'log', document: agentId }}
            className={LINK}
          >
            {workflow.timeline.log}
          </PlaceLink>
        )}
      </div>
      {isOpen ? (
        <pre className="overflow-x-auto whitespace-pre-wrap break-words bg-raised px-9 py-2 font-mono text-xs">
          {JSON.stringify(entry, null, 2)}
        </pre>
      ) : null}
    </div>
  )
}

function callerWords({ timeline }: Messages['workflow'], calledBy: CalledBy): string {
  const words = timeline.calledBy
  if (calledBy.kind === 'auto-execution') return words.itself
  const { via, user = '', device } = calledBy
  return device === undefined ? words[via](user) : words.device(device.name)
}

const agentIn = (entry: ShownEntry): string | null =>
  'agentId' in entry && entry.type !== 'step.started' ? entry.agentId : null
