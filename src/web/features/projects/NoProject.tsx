import { FolderOpen } from 'lucide-react'
import { useOverlay } from '../../app/overlay-store.ts'
import { useMessages } from '../../i18n/messages.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useProjects } from './projects-store.ts'

export function NoProject() {
  const { common, shell } = useMessages()
  const { empty } = shell
  const command = useProjects(({ hello }) => hello?.command ?? 'sdd')
  const show = useOverlay((state) => state.show)
  return (
    <>
      <h1 className="sr-only">{common.appName}</h1>
      <EmptyState icon={<FolderOpen aria-hidden className="size-8" />} title={empty.title}>
        <p>{empty.about}</p>
        <code className="rounded-md border border-line bg-raised px-3 py-1.5 font-mono text-text">
          {command} open DIR
        </code>
        <Button kind="primary" onClick={() => show('open-project')}>
          {empty.action}
        </Button>
      </EmptyState>
    </>
  )
}
