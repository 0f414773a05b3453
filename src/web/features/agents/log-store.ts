import { useEffect } from 'react'
import { create } from 'zustand'
import type { AgentInfo } from '../../../contracts/launch/agent.ts'
import type { AgentId, ProjectId } from '../../../contracts/ids.ts'
import type { LogStream } from '../../../contracts/log-streams.ts'
import { lineReaderFor } from '../../../core/agent-events/line-reader.ts'
import { liveConnection } from '../../app/live.ts'
import { useConnection } from '../connection/connection-store.ts'
import { useAgents } from './agents-store.ts'
import { LogFeed, type FeedState } from './log/log-feed.ts'
import type { LogLines } from './log/log-lines.ts'

/** The progress of a log; `log` itself grows in place. */
export interface LogSnapshot {
  log: LogLines
  state: FeedState
  lines: number
  rows: number
  isIndexed: boolean
}

interface Follow {
  project: ProjectId
  agent: Pick<AgentInfo, 'agentId' | 'agent'>
  stream: LogStream
}

interface LogsState {
  logs: ReadonlyMap<string, LogSnapshot>
}

const useLogs = create<LogsState>()(() => ({ logs: new Map() }))

interface Followed {
  feed: LogFeed
  users: number
}

/** Logs kept after they leave the screen, so that returning to one is free. */
const KEPT_UNUSED = 2
const feeds = new Map<string, Followed>()

/** Follows the log of an agent while the component is mounted; null until its first bytes. */
export function useLog(agent: AgentInfo, stream: LogStream): LogSnapshot | null {
  const project = useAgents((state) => state.project)
  const { agentId, agent: name } = agent
  useEffect(() => {
    if (project === null) return
    return follow({ project, agent: { agentId, agent: name }, stream })
  }, [project, agentId, name, stream])
  return useLogs(({ logs }) => logs.get(keyOf(agentId, stream)) ?? null)
}

const keyOf = (agentId: AgentId, stream: LogStream): string => `${agentId}/${stream}`

function follow({ project, agent, stream }: Follow): () => void {
  const key = keyOf(agent.agentId, stream)
  const known = feeds.get(key)
  const followed = known ?? { feed: feedOf({ project, agent, stream }), users: 0 }
  feeds.delete(key)
  feeds.set(key, followed)
  followed.users++
  if (!document.hidden) followed.feed.start()
  return () => {
    followed.users--
    if (followed.users > 0) return
    followed.feed.pause()
    forgetUnused()
  }
}

function feedOf({ project, agent, stream }: Follow): LogFeed {
  const { agentId } = agent
  const feed: LogFeed = new LogFeed({
    // stderr and prompts are plain text, whatever format the agent writes to stdout.
    reader: stream === 'out' ? lineReaderFor(agent.agent) : null,
    open: (offset, signal) =>
      liveConnection().openLog({ project, agentId, stream, offset, signal }),
    isOver: () => stream === 'prompt' || useAgents.getState().agents.get(agentId)?.endedAt !== null,
    onChange: () => publish(keyOf(agentId, stream), feed),
  })
  return feed
}

function publish(key: string, { log, state }: LogFeed): void {
  if (!feeds.has(key)) return
  const { isIndexed } = log
  const snapshot = { log, state, lines: log.lines.length, rows: log.shown.length, isIndexed }
  useLogs.setState(({ logs }) => ({ logs: new Map(logs).set(key, snapshot) }))
}

function forgetUnused(): void {
  const unused = [...feeds].filter(([, { users }]) => users === 0)
  const old = unused.slice(0, Math.max(0, unused.length - KEPT_UNUSED)).map(([key]) => key)
  if (old.length === 0) return
  for (const key of old) feeds.delete(key)
  useLogs.setState(({ logs }) => ({
    logs: new Map([...logs].filter(([key]) => !old.includes(key))),
  }))
}

// A browser allows six connections per host over all tabs, so a hidden tab frees its own.
document.addEventListener('visibilitychange', () => {
  for (const { feed, users } of feeds.values()) {
    if (document.hidden) feed.pause()
    else if (users > 0) feed.start()
  }
})

useConnection.subscribe(({ status }, before) => {
  if (status === 'online' && before.status !== 'online')
    for (const { feed } of feeds.values()) feed.retry()
})
