import { sameItem } from '../../contracts/work-item.ts'
import type { Connection, ConnectionStatus } from '../../client/connection.ts'
import type { AgentInfo } from '../../contracts/launch/agent.ts'
import type { ProjectId } from '../../contracts/ids.ts'
import type { ItemRow } from '../../contracts/views/board.ts'
import type { HostEvent, News } from '../../contracts/rpc.ts'
import { toastOf } from '../../core/journal/entry-table.ts'
import { useAsks } from '../features/ask/ask-store.ts'
import { useAgents } from '../features/agents/agents-store.ts'
import { useConnection } from '../features/connection/connection-store.ts'
import {
  isBreakdown,
  noticeOfEntry,
  noticeOfBreakdown,
  noticeOfUnsent,
  useNotices,
} from '../features/notices/notices-store.ts'
import { useTrust } from '../features/inbox/trust-store.ts'
import { useWorkers } from '../features/workers/workers-store.ts'
import { useProjects } from '../features/projects/projects-store.ts'
import { useSettings } from '../features/settings/settings-store.ts'
import { useDocuments } from '../features/spec/documents/documents-store.ts'
import { useJournal } from '../features/spec/timeline/journal-store.ts'
import { useRows } from '../features/items/rows-store.ts'
import { connectStores, type Refusal } from './live.ts'
import { OwedReload } from './owed-reload.ts'

/** Connects the connection to the stores. News becomes state only here. */
export function wire(connection: Connection): void {
  connectStores(connection)
  const reload = new OwedReload(loadAll, (state) => useConnection.getState().setReload(state))
  let isFirst = true
  const follow = (status: ConnectionStatus): void => {
    useConnection.getState().setStatus(status)
    reload.setOnline(status === 'online')
  }
  connection.onStatus(follow)
  follow(connection.status)
  connection.onNews(({ fresh, news }) => {
    if (fresh) useRows.getState().outdate()
    apply(news, reload)
    // The first batch is always fresh; going online has already requested everything.
    if (fresh && !isFirst) reload.owe()
    isFirst = false
  })
  useProjects.subscribe((state, before) => {
    // When the host chose the project (hello changed), whoever called load() loads it.
    if (state.current !== before.current && state.hello === before.hello) reload.owe()
  })
}

/** Loads the project in the address without waiting for hello: the host most likely has it. */
async function loadAll(): Promise<Refusal | null> {
  useSettings.getState().stale()
  const { current: expected, load } = useProjects.getState()
  const [problem, projectProblem] = await Promise.all([load(), loadProject(expected)])
  const { current } = useProjects.getState()
  if (problem !== null) return problem
  return current === expected ? projectProblem : loadProject(current)
}

async function loadProject(current: ProjectId | null): Promise<Refusal | null> {
  if (current === null) return null
  useDocuments.getState().reset(current)
  useJournal.getState().reset(current)
  const [specs, agents] = await Promise.all([
    useRows.getState().load(current),
    useAgents.getState().load(current),
  ])
  // After the rows, because the host reads every spec of the project for this.
  void useTrust.getState().load()
  return specs ?? agents
}

/** Changes each store once per batch, however much news it contains. */
function apply(news: News[], reload: OwedReload): void {
  const { current } = useProjects.getState()
  const batch: Batch = { rows: [], agents: [] }
  for (const item of news) {
    if (item.project === null) applyHostWide(item.event.type, reload)
    else if (item.project === current) applyEvent(item.event, batch)
  }
  if (batch.rows.length > 0) useRows.getState().put(batch.rows)
  if (batch.agents.length > 0) useAgents.getState().put(batch.agents)
}

interface Batch {
  rows: ItemRow[]
  agents: AgentInfo[]
}

function applyEvent(event: HostEvent, batch: Batch): void {
  switch (event.type) {
    case 'row':
      batch.rows.push(event.row)
      return
    case 'row-gone':
      batch.rows = batch.rows.filter(({ item }) => !sameItem(item, event.item))
      return useRows.getState().drop(event.item)
    case 'agent':
      batch.agents.push(event.agent)
      return
    case 'asked':
      return useAsks.getState().put(event.about, event.turn)
    case 'files-changed':
      return useDocuments.getState().changed(event.item, event.files)
    case 'entry':
      useJournal.getState().add(event.item, event.entry)
      if (event.entry.type === 'run.paused' && event.entry.reason === 'untrusted')
        void useTrust.getState().load()
      if (toastOf(event.entry) !== 'none')
        useNotices.getState().push(noticeOfEntry(event.item, event.entry))
      return
    case 'notification':
      // All other notifications also arrive as entries.
      if (event.notification.kind === 'notify.failed')
        useNotices.getState().push(noticeOfUnsent(event.notification))
      else if (isBreakdown(event.notification))
        useNotices.getState().push(noticeOfBreakdown(event.notification))
      return
    case 'settled':
      return
    default:
      return event satisfies never
  }
}

type HostWide = Extract<News, { project: null }>['event']['type']

function applyHostWide(type: HostWide, reload: OwedReload): void {
  if (type === 'projects-changed') reload.owe()
  else if (type === 'workers-changed') useWorkers.getState().stale()
  else useSettings.getState().stale()
}
