import { isItemName, ITEM_KINDS, type ItemKind, type WorkItem } from '../../contracts/work-item.ts'
import type { MouseEvent } from 'react'
import { useLocation } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import type { ProjectId } from '../../contracts/ids.ts'
import { useProjects } from '../features/projects/projects-store.ts'

/** In the order on screen. */
export const ITEM_TABS = ['documents', 'tasks', 'changes', 'timeline', 'log', 'insights'] as const
export type ItemTab = (typeof ITEM_TABS)[number]

/** Every place in the interface. The address bar always holds one of them. */
export type Place =
  | { screen: 'board' }
  | { screen: 'inbox' }
  | { screen: 'item'; item: WorkItem; tab: ItemTab; document: string | null }
  | { screen: 'agents'; agentId: string | null }
  | { screen: 'report'; since: string | null }
  | { screen: 'insights' }
  | { screen: 'workers' }
  | { screen: 'settings'; section: string | null }

/** The path segment of each kind of item. */
const AREAS: Record<ItemKind, string> = { spec: 'specs', bug: 'bugs' }

export function pathOf(project: ProjectId, place: Place): string {
  const base = `/p/${project}`
  switch (place.screen) {
    case 'board':
      return `${base}/`
    case 'inbox':
      return `${base}/inbox`
    case 'insights':
    case 'workers':
      return `${base}/${place.screen}`
    case 'item': {
      const document = place.document === null ? '' : `/${encodedName(place.document)}`
      const { kind, name } = place.item
      return `${base}/${AREAS[kind]}/${encodedName(name)}/${place.tab}${document}`
    }
    case 'agents':
      return place.agentId === null ? `${base}/agents` : `${base}/agents/${place.agentId}`
    case 'report':
      return place.since === null ? `${base}/report` : `${base}/report/${place.since}`
    case 'settings':
      return place.section === null ? `${base}/settings` : `${base}/settings/${place.section}`
    default:
      return place satisfies never
  }
}

export function placeOf(path: string): { project: string | null; place: Place } {
  const [area, project, screen, name, third, fourth] = path.split('/').filter(Boolean).map(decode)
  if (area !== 'p' || project === undefined) return { project: null, place: { screen: 'board' } }
  return { project, place: placeIn({ screen, name, third, fourth }) }
}

interface Parts {
  screen: string | undefined
  name: string | undefined
  third: string | undefined
  fourth: string | undefined
}

function placeIn({ screen, name, third, fourth }: Parts): Place {
  if (screen === 'inbox' || screen === 'insights' || screen === 'workers') return { screen }
  if (screen === 'agents') return { screen, agentId: name ?? null }
  if (screen === 'report') return { screen, since: name ?? null }
  if (screen === 'settings') return { screen, section: name ?? null }
  const kind = ITEM_KINDS.find((known) => AREAS[known] === screen)
  if (kind !== undefined && name !== undefined && isItemName(name)) {
    const tab = ITEM_TABS.find((candidate) => candidate === third) ?? 'documents'
    return { screen: 'item', item: { kind, name }, tab, document: fourth ?? null }
  }
  return { screen: 'board' }
}

/** The router decodes the address once before placeOf does, so a `%` is encoded twice. */
const encodedName = (name: string): string => encodeURIComponent(name).replaceAll('%25', '%2525')

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

export function usePlace(): Place {
  const [path] = useLocation()
  return placeOf(path).place
}

/** Navigates to a place in the project on screen. */
export function go(place: Place, options?: { replace?: boolean }): void {
  const { current } = useProjects.getState()
  if (current !== null) navigate(pathOf(current, place), options)
}

/** Client-side navigation for a plain link; modified clicks are left to the browser. */
export function followLink(event: MouseEvent, link: HTMLAnchorElement): void {
  const { button, altKey, ctrlKey, metaKey, shiftKey } = event
  if (button !== 0 || altKey || ctrlKey || metaKey || shiftKey) return
  event.preventDefault()
  navigate(link.pathname)
}

/** A real address, so that a middle click opens a new tab. */
export function useHref(place: Place): string {
  const current = useProjects((state) => state.current)
  return current === null ? '/' : pathOf(current, place)
}
