import { navigate } from 'wouter/use-browser-location'
import type { WorkItem } from '../../../contracts/work-item.ts'
import { pathOf, type Place } from '../../app/routes.ts'
import { useProjects } from '../projects/projects-store.ts'

export const placeOfItem = (item: WorkItem): Place => ({
  screen: 'item',
  item,
  tab: 'documents',
  document: null,
})

export const showItem = (item: WorkItem): void => showPlace(placeOfItem(item))

export function showPlace(place: Place): void {
  const { current } = useProjects.getState()
  if (current !== null) navigate(pathOf(current, place))
}
