import { FolderCheck } from 'lucide-react'
import type { ItemRow } from '../../../contracts/views/board.ts'
import { isUnverified } from '../../../core/views/delivery.ts'
import { deployAction, nextAction } from '../../../core/views/spec-actions.ts'
import { useMessages } from '../../i18n/messages.ts'
import { ActionButton } from '../items/ActionButton.tsx'
import { useProject } from '../projects/projects-store.ts'
import { Unverified } from './delivery/Unverified.tsx'

/** Where what was built can be found, and whether a check has confirmed it. */
export function FinishedStrip({ row }: { row: ItemRow }) {
  const { workflow, delivery } = useMessages()
  const project = useProject()
  if (project === null) return null
  const { workspace } = row
  const deploy = deployAction(row)
  const isShown = nextAction(row)?.type === 'run-phase'
  const isInWorktree = workspace.kind === 'worktree'
  return (
    <div className="flex shrink-0 flex-wrap items-start gap-x-4 gap-y-1 border-b border-line bg-done-soft px-4 py-2">
      <p className="flex min-w-0 items-start gap-2">
        <FolderCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-done" />
        <span className="min-w-0 [overflow-wrap:anywhere]">
          {row.deploy.state === 'done'
            ? delivery.codeIsDeployed
            : isInWorktree
              ? delivery.codeIsInWorktree(workspace.branch)
              : workflow.codeIsIn}{' '}
          <span className="font-mono select-all">
            {isInWorktree ? workspace.path : project.dir}
          </span>
        </span>
      </p>
      {isUnverified(row) ? <Unverified /> : null}
      {deploy === null || isShown ? null : (
        <span className="ml-auto">
          <ActionButton row={row} action={deploy} size="small" className="max-md:min-h-11" />
        </span>
      )}
    </div>
  )
}
