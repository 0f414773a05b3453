import { Check, ChevronsUpDown, FolderOpen, X } from 'lucide-react'
import { useLocation } from 'wouter'
import { useOverlay } from '../../app/overlay-store.ts'
import { pathOf } from '../../app/routes.ts'
import { useMessages } from '../../i18n/messages.ts'
import { Menu } from '../../ui/Menu.tsx'
import type { MenuItem } from '../../ui/MenuContent.tsx'
import { useIsFleet } from '../workers/in-fleet.ts'
import { showRefusal } from '../notices/notices-store.ts'
import { useProject, useProjects } from './projects-store.ts'

export function ProjectSwitcher() {
  const { shell } = useMessages()
  const project = useProject()
  const items = useSwitcherItems()
  const name = project?.name ?? shell.noProject
  return (
    <Menu
      label={shell.palette.projects}
      align="start"
      items={items}
      trigger={
        <button
          type="button"
          aria-label={shell.switchProject(name)}
          title={project?.dir}
          className="flex h-8 w-full min-w-0 items-center gap-1.5 rounded-md px-2 font-semibold hover:bg-hover max-md:h-11"
        >
          <span className="truncate">{name}</span>
          <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-muted" />
        </button>
      }
    />
  )
}

function useSwitcherItems(): MenuItem[] {
  const { shell } = useMessages()
  const project = useProject()
  const projects = useProjects((state) => state.hello?.projects)
  const close = useProjects((state) => state.close)
  const show = useOverlay((state) => state.show)
  const isFleet = useIsFleet()
  const [, navigate] = useLocation()
  const items: MenuItem[] = (projects ?? []).map(({ id, name, dir }) => ({
    label: name,
    hint: dir,
    icon: <Check aria-hidden className={`size-4 ${id === project?.id ? '' : 'invisible'}`} />,
    onSelect: () => navigate(pathOf(id, { screen: 'board' })),
  }))
  // A fleet's projects are added by its administrators.
  if (isFleet) return items
  items.push({
    label: shell.openProject,
    icon: <FolderOpen aria-hidden className="size-4" />,
    hasLineBefore: items.length > 0,
    onSelect: () => show('open-project'),
  })
  if (project !== null)
    items.push({
      label: shell.closeProject(project.name),
      icon: <X aria-hidden className="size-4" />,
      onSelect: () =>
        void close(project.id).then((reply) => (reply.ok ? undefined : showRefusal(reply.error))),
    })
  return items
}
