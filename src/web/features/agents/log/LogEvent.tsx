import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AgentEvent } from '../../../../contracts/agent-events.ts'
import { useMessages } from '../../../i18n/messages.ts'
import { Marked } from '../../../ui/text/Marked.tsx'
import { StatusIcon } from '../../../ui/Status.tsx'
import { inputText, mainArgument, oneLine } from './log-events.ts'
import { aroundFileName, seenFrom } from './log-paths.ts'
import { LongText } from '../../../ui/text/LongText.tsx'

interface LogEventProps {
  event: AgentEvent
  marked: string
  isCurrent: boolean
  folders: readonly string[]
  isOpen: boolean
  onToggle(): void
}

export function LogEvent(props: LogEventProps) {
  const { event, marked, isCurrent } = props
  const { agents, common } = useMessages()
  const { log } = agents
  switch (event.type) {
    case 'text':
      return <LongText text={event.text} {...{ marked, isCurrent }} className="py-1" />
    case 'thinking':
      return (
        <Folded {...props} body={event.text}>
          <span className="shrink-0 italic">{log.thinking}</span>
          <Brief {...props} text={oneLine(event.text)} />
        </Folded>
      )
    case 'tool-call':
      return (
        <Folded {...props} body={inputText(event.input)} isCode>
          <span className="max-w-[50%] shrink-0 truncate font-mono font-semibold text-text">
            <Marked text={event.name} query={marked} isCurrent={isCurrent} />
          </span>
          <Brief {...props} text={mainArgument(event.input)} isCode />
        </Folded>
      )
    case 'tool-result':
      return <ToolResult {...props} event={event} />
    case 'permission-denied':
      return <LogLine state="waiting" words={log.denied(event.tool)} />
    case 'permission-asked':
      return (
        <Folded {...props} body={inputText(event.input)} isCode>
          <StatusIcon state="waiting" />
          <span className="shrink-0 text-needs">{log.asked(event.tool)}</span>
          <Brief {...props} text={mainArgument(event.input)} isCode />
        </Folded>
      )
    case 'permission-answered':
      return <Answered event={event} />
    case 'quota-reached':
      return (
        <LogLine
          state="waiting"
          words={log.quota(event.resetsAt === null ? null : common.clock(event.resetsAt * 1000))}
        />
      )
    case 'retrying':
      return <LogLine state="waiting" words={log.retrying(event.attempt)} more={event.message} />
    case 'session-started':
      return <LogLine state="todo" words={log.session(event.model)} more={event.sessionId} />
    case 'ended':
      return <Ended {...props} event={event} />
    case 'unknown':
      return (
        <LongText
          text={event.line}
          {...{ marked, isCurrent }}
          className="font-mono text-xs text-muted"
        />
      )
    case 'usage':
    case 'retry-after':
      return null
    default:
      return event satisfies never
  }
}

type PropsOf<T extends AgentEvent['type']> = LogEventProps & {
  event: Extract<AgentEvent, { type: T }>
}

function ToolResult(props: PropsOf<'tool-result'>) {
  const { event } = props
  const { log } = useMessages().agents
  return (
    <Folded {...props} body={event.text} isCode isIndented>
      <StatusIcon state={event.ok ? 'done' : 'failed'} />
      <span className={`shrink-0 ${event.ok ? '' : 'text-failed'}`}>
        {event.ok ? log.result : log.failedResult}
      </span>
      <Brief {...props} text={oneLine(event.text) || log.emptyResult} isCode />
    </Folded>
  )
}

function Ended({ event, marked, isCurrent }: PropsOf<'ended'>) {
  const { agents, common } = useMessages()
  const { log } = agents
  const { ok, usage, message, deniedTools } = event
  const cost = usage?.costUsd === undefined ? '–' : common.cost(usage.costUsd)
  const tokens = usage === null ? 0 : usage.inputTokens + usage.outputTokens
  return (
    <div className="my-1 border-t border-line pt-1">
      <LogLine
        state={ok ? 'done' : 'failed'}
        words={ok ? log.ended : log.endedBadly}
        more={usage === null ? '' : log.usage(common.tokens(tokens), cost)}
      />
      {deniedTools.map((tool) => (
        <LogLine key={tool} state="waiting" words={log.denied(tool)} />
      ))}
      <LongText text={message} {...{ marked, isCurrent }} className="pl-5" />
    </div>
  )
}

function Answered({ event }: Pick<PropsOf<'permission-answered'>, 'event'>) {
  const { agents, common } = useMessages()
  const words =
    event.by === 'timeout'
      ? agents.log.unanswered
      : agents.log.answered(common.actions.answers[event.answer])
  return <LogLine state={event.answer === 'deny' ? 'failed' : 'done'} words={words} />
}

interface LogLineProps {
  state: 'done' | 'failed' | 'waiting' | 'todo'
  words: string
  more?: string
}

function LogLine({ state, words, more = '' }: LogLineProps) {
  return (
    <p className="flex min-w-0 items-center gap-1.5">
      <StatusIcon state={state} />
      <span className="shrink-0">{words}</span>
      <span className="truncate text-muted">{more}</span>
    </p>
  )
}

type BriefProps = Pick<LogEventProps, 'marked' | 'isCurrent' | 'folders'> & {
  text: string
  isCode?: boolean
}

/** When space is short, the folders of a path are cut, never its file name. */
function Brief({ text, marked, isCurrent, folders, isCode = false }: BriefProps) {
  const look = isCode ? 'font-mono text-xs' : ''
  const [head, name] = aroundFileName(seenFrom(folders, text))
  return (
    <>
      <span className={`min-w-0 truncate ${look} ${name === '' ? '' : '-mr-1.5'}`}>
        <Marked text={head} query={marked} isCurrent={isCurrent} />
      </span>
      {name === '' ? null : (
        <span className={`max-w-full shrink-0 truncate ${look}`}>
          <Marked text={name} query={marked} isCurrent={isCurrent} />
        </span>
      )}
    </>
  )
}

interface FoldedProps extends LogEventProps {
  body: string
  isCode?: boolean
  isIndented?: boolean
  children: ReactNode
}

/** One line that expands to the full text. */
function Folded(props: FoldedProps) {
  const { body, marked, isCurrent, isOpen, onToggle, isCode, isIndented, children } = props
  return (
    <div className={isIndented === true ? 'pl-5' : ''}>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onToggle}
        className="flex w-full min-w-0 items-center gap-1.5 text-left text-muted max-md:min-h-11"
      >
        <ChevronRight
          aria-hidden
          className={`size-3.5 shrink-0 transition-transform ${isOpen ? 'rotate-90' : ''}`}
        />
        {children}
      </button>
      {isOpen ? (
        <LongText
          text={body}
          {...{ marked, isCurrent }}
          className={`mb-1 ml-1.5 border-l border-line pl-3 ${isCode === true ? 'font-mono text-xs' : 'text-muted'}`}
        />
      ) : null}
    </div>
  )
}
