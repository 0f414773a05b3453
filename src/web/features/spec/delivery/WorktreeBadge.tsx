import type { Delivery } from '../../../../contracts/views/delivery.ts'
import { GitBranch } from 'lucide-react'
import { useMessages } from '../../../i18n/messages.ts'

type Shown = Pick<Delivery, 'workspace'>

/** Marks an item whose code is written in its own worktree. */
export function WorktreeBadge({ row }: { row: Shown }) {
  const { delivery } = useMessages()
  const { workspace } = row
  if (workspace.kind === 'checkout') return null
  const words = `${delivery.branchOf(workspace.branch, workspace.base)}\n${delivery.worktreeAt(workspace.path)}`
  return (
    <GitBranch role="img" aria-label={delivery.worktree} className="size-3.5 shrink-0 text-muted">
      <title>{words}</title>
    </GitBranch>
  )
}
