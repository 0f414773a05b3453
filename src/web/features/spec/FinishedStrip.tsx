import { FolderCheck } from 'lucide-react'
import { useMessages } from '../../i18n/messages.ts'
import { useProject } from '../projects/projects-store.ts'

/** Where what was built can be found: nothing has been merged or pushed anywhere. */
export function FinishedStrip() {
  const { workflow } = useMessages()
  const project = useProject()
  if (project === null) return null
  return (
    <p className="flex shrink-0 items-start gap-2 border-b border-line bg-done-soft px-4 py-2">
      <FolderCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-done" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {workflow.codeIsIn} <span className="font-mono select-all">{project.dir}</span>
      </span>
    </p>
  )
}
