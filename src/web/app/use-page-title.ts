import { useEffect } from 'react'
import { useInboxItems } from '../features/inbox/inbox-items.ts'
import { useProject } from '../features/projects/projects-store.ts'
import { useMessages, type Messages } from '../i18n/messages.ts'
import { usePlace, type Place } from './routes.ts'

export function usePageTitle(): void {
  const m = useMessages()
  const place = usePlace()
  const project = useProject()
  const waiting = useInboxItems().length
  const parts = project === null ? [] : [nameOf(m, place), project.name]
  const title = [...parts, m.common.appName].join(' – ')
  useEffect(() => {
    document.title = waiting === 0 ? title : `(${waiting}) ${title}`
  }, [title, waiting])
}

function nameOf(m: Messages, place: Place): string {
  return place.screen === 'item' ? place.item.name : m.common.nav[place.screen]
}
