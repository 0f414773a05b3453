import { useLocation } from 'wouter'
import type { ProjectId } from '../../contracts/ids.ts'
import { Waiting } from '../features/connection/Waiting.tsx'
import { BoardScreen } from '../features/board/BoardScreen.tsx'
import { InboxScreen } from '../features/inbox/InboxScreen.tsx'
import { NoProject } from '../features/projects/NoProject.tsx'
import { ProjectGone } from '../features/projects/ProjectGone.tsx'
import { useProject, useProjects } from '../features/projects/projects-store.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { Fault } from './parts/Fault.tsx'
import { lazyPart } from './parts/lazy-part.tsx'
import { usePlace, type Place } from './routes.ts'

const ItemScreen = lazyPart(
  async () => (await import('../features/spec/ItemScreen.tsx')).ItemScreen,
)
const AgentsScreen = lazyPart(
  async () => (await import('../features/agents/AgentsScreen.tsx')).AgentsScreen,
)
const ReportScreen = lazyPart(
  async () => (await import('../features/report/ReportScreen.tsx')).ReportScreen,
)
const InsightsScreen = lazyPart(
  async () => (await import('../features/insights/InsightsScreen.tsx')).InsightsScreen,
)
const SettingsScreen = lazyPart(
  async () => (await import('../features/settings/SettingsScreen.tsx')).SettingsScreen,
)

const WorkersScreen = lazyPart(
  async () => (await import('../features/workers/WorkersScreen.tsx')).WorkersScreen,
)

export function Screen() {
  const [path] = useLocation()
  const place = usePlace()
  const isKnown = useProjects((state) => state.hello !== null)
  const project = useProject()
  if (!isKnown) return <Waiting className="grow justify-center" />
  if (project === null) return <NoProject />
  // Settings also belong to the host, so they stay reachable without the project.
  if (project.isGone === true && place.screen !== 'settings')
    return <ProjectGone project={project} />
  return (
    // What was typed or opened in one project must not continue in another.
    <ErrorBoundary key={project.id} place={path} fallback={<Fault />}>
      {screenAt(project.id, place)}
    </ErrorBoundary>
  )
}

function screenAt(project: ProjectId, place: Place) {
  switch (place.screen) {
    case 'board':
      return <BoardScreen project={project} />
    case 'inbox':
      return <InboxScreen />
    case 'item':
      return <ItemScreen item={place.item} tab={place.tab} document={place.document} />
    case 'agents':
      return <AgentsScreen agentId={place.agentId} />
    case 'report':
      return <ReportScreen since={place.since} />
    case 'insights':
      return <InsightsScreen />
    case 'workers':
      return <WorkersScreen />
    case 'settings':
      return <SettingsScreen section={place.section} />
    default:
      return place satisfies never
  }
}
