import { useOverlay } from './overlay-store.ts'
import { go } from './routes.ts'
import { useShortcuts } from './shortcuts.ts'
import { mayNow } from '../features/workers/in-fleet.ts'
import { useProjects } from '../features/projects/projects-store.ts'

export function useGlobalShortcuts(): void {
  const show = useOverlay((state) => state.show)
  useShortcuts({
    'mod+k': () => {
      const { shown, hide } = useOverlay.getState()
      if (shown === 'palette') hide()
      else show('palette')
    },
    '?': () => show('help'),
    n: () => {
      if (useProjects.getState().current !== null && mayNow('operator')) show('new-spec')
    },
    'g b': () => go({ screen: 'board' }),
    'g i': () => go({ screen: 'inbox' }),
    'g a': () => go({ screen: 'agents', agentId: null }),
    'g r': () => go({ screen: 'report', since: null }),
    'g n': () => go({ screen: 'insights' }),
    'g w': () => {
      if (useProjects.getState().hello?.isFleet === true) go({ screen: 'workers' })
    },
    'g s': () => go({ screen: 'settings', section: null }),
  })
}
