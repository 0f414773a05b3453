import { FolderX } from 'lucide-react'
import type { ProjectInfo } from '../../../contracts/rpc.ts'
import { useOverlay } from '../../app/overlay-store.ts'
import { useMessages } from '../../i18n/messages.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { showRefusal } from '../notices/notices-store.ts'
import { useProjects } from './projects-store.ts'

/** Replaces every screen of a missing project: an empty board would be misleading. */
export function ProjectGone({ project }: { project: ProjectInfo }) {
  const { shell } = useMessages()
  const show = useOverlay((state) => state.show)
  const close = async (): Promise<void> => {
    const reply = await useProjects.getState().close(project.id)
    if (!reply.ok) showRefusal(reply.error)
  }
  return (
    <>
      <h1 className="sr-only">{project.name}</h1>
      <EmptyState icon={<FolderX aria-hidden className="size-8" />} title={shell.projectGone.title}>
        <code className="font-mono text-text select-all [overflow-wrap:anywhere]">
          {project.dir}
        </code>
        <p role="alert">{shell.projectGone.about}</p>
        <div className="flex flex-wrap justify-center gap-2">
          <Button kind="primary" onClick={() => show('open-project')}>
            {shell.empty.action}
          </Button>
          <Button onClick={() => void close()}>{shell.closeProject(project.name)}</Button>
        </div>
      </EmptyState>
    </>
  )
}
