import { useCallback, useMemo, useRef, useState } from 'react'
import { Virtuoso, type VirtuosoHandle } from 'react-virtuoso'
import type { AgentInfo } from '../../../../contracts/launch/agent.ts'
import type { LogStream } from '../../../../contracts/log-streams.ts'
import { useMessages } from '../../../i18n/messages.ts'
import { phaseWords } from '../agent-words.ts'
import { useConnection } from '../../connection/connection-store.ts'
import { useLog, type LogSnapshot } from '../log-store.ts'
import { LogLines } from './log-lines.ts'
import { LogRow, type RowContext } from './LogRow.tsx'
import { LogTools, type ShownAs } from './LogTools.tsx'
import { useFolders } from './use-folders.ts'
import { useFollow } from './use-follow.ts'
import { useLogSearch } from './use-log-search.ts'

const NOTHING = new LogLines(null)

const STREAMS: Readonly<Record<ShownAs, LogStream>> = {
  structured: 'out',
  raw: 'out',
  stderr: 'err',
  prompt: 'prompt',
}

/** A log opens at its end, a prompt at its beginning. */
const fromEnd = (shownAs: ShownAs): boolean => shownAs !== 'prompt'

interface LogViewProps {
  agent: AgentInfo
  /** The view that is shown first. */
  first: ShownAs
}

export function LogView({ agent, first }: LogViewProps) {
  const m = useMessages()
  const [shownAs, setShownAs] = useState(first)
  const snapshot = useLog(agent, STREAMS[shownAs])
  const log = snapshot?.log ?? NOTHING
  const view = shownAs === 'structured' ? 'structured' : 'raw'
  const rows = (view === 'raw' ? snapshot?.lines : snapshot?.rows) ?? 0
  const list = useRef<VirtuosoHandle>(null)
  const { isFollowing, setFollowing, setScroller, settle } = useFollow(list, rows, fromEnd(first))
  const find = useLogSearch(log, view, rows)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const toggle = useCallback((key: string) => setOpen((before) => toggled(before, key)), [])
  const { marked, row: current } = find
  const folders = useFolders(agent.item)
  const context = useMemo<RowContext>(
    () => ({ log, view, marked, current, open, toggle, folders }),
    [log, view, marked, current, open, toggle, folders],
  )
  const jump = (row: number | null): void => {
    if (row === null) return
    setFollowing(false)
    list.current?.scrollToIndex({ index: row, align: 'center' })
  }
  return (
    <>
      <LogTools
        shownAs={shownAs}
        onShownAs={(next) => {
          setShownAs(next)
          setFollowing(fromEnd(next))
        }}
        find={find}
        onStep={(step) => jump(find.step(step))}
        isFollowing={isFollowing}
        onFollow={() => setFollowing(!isFollowing)}
        onStart={() => jump(rows === 0 ? null : 0)}
        onEnd={() => setFollowing(true)}
        lines={snapshot?.lines ?? 0}
        text={() => log.lines.join('\n')}
      />
      <Notice agent={agent} snapshot={snapshot} rows={rows} />
      <Virtuoso
        key={shownAs}
        ref={list}
        role="log"
        aria-live="off"
        aria-label={m.agents.log.label(agent.item.name, phaseWords(m, agent))}
        scrollerRef={(element) => setScroller(element instanceof HTMLElement ? element : null)}
        className="min-h-0 grow bg-surface"
        totalCount={rows}
        initialTopMostItemIndex={fromEnd(shownAs) ? Math.max(0, rows - 1) : 0}
        increaseViewportBy={400}
        defaultItemHeight={24}
        totalListHeightChanged={settle}
        context={context}
        computeItemKey={(index) => (view === 'raw' ? index : (log.shown[index] ?? index))}
        itemContent={(index, _, row) => <LogRow index={index} context={row} />}
      />
    </>
  )
}

function toggled(before: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const after = new Set(before)
  if (!after.delete(key)) after.add(key)
  return after
}

interface NoticeProps {
  agent: AgentInfo
  snapshot: LogSnapshot | null
  rows: number
}

/** Says why there is nothing to read, or why nothing more arrives. */
function Notice({ agent, snapshot, rows }: NoticeProps) {
  const { log } = useMessages().agents
  const isOnline = useConnection(({ status }) => status === 'online')
  const words = ((): string | null => {
    if (snapshot === null) return log.reading
    if (snapshot.state === 'lost')
      return isOnline && agent.endedAt !== null ? log.unreadable : log.lost
    if (rows > 0) return null
    if (!snapshot.isIndexed || snapshot.state === 'opening') return log.reading
    return agent.endedAt === null ? log.silent : log.nothing
  })()
  return (
    <div role="status" className="shrink-0 bg-surface">
      {words === null ? null : <p className="px-3 py-2 text-muted">{words}</p>}
    </div>
  )
}
