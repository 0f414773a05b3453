import type { ItemRow } from '../../../contracts/views/board.ts'
import { attentionOf } from '../../../core/views/attention.ts'
import { isLive } from '../../../core/views/phase-cells.ts'
import type { SpecAction } from '../../../contracts/views/allowed.ts'
import { isFinished } from '../../../core/views/offered.ts'
import type { ItemTab } from '../../app/routes.ts'
import { ActionButton } from '../items/ActionButton.tsx'
import { ReportStrip } from '../report/ReportStrip.tsx'
import { NoticeStrip } from './NoticeStrip.tsx'
import { SpecHeader } from './SpecHeader.tsx'
import { ItemTabs } from './ItemTabs.tsx'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import { useIsWide } from './use-is-wide.ts'
import { WorkflowView } from './workflow/WorkflowView.tsx'

interface ItemPageProps {
  row: ItemRow
  tab: ItemTab
  /** In the log tab, the agent id. */
  document: string | null
}

export function ItemPage({ row, tab, document }: ItemPageProps) {
  const isWide = useIsWide()
  const isPhone = useIsPhone()
  const item = attentionOf([row])[0] ?? null
  // A question is answered in the notice; stopping the run stays possible next to it.
  const next: SpecAction | null = isLive(row) ? { type: 'stop' } : row.allowed.next
  // On a narrow screen the workflow is a separate tab, and the first one.
  const shown = !isWide && tab === 'documents' && document === null ? 'workflow' : tab
  const isNoticeShown = item !== null && (!isPhone || shown === 'workflow')
  const isInNotice = isNoticeShown && item.actions.some((action) => isSame(action, next))
  // The document being read can be decided on right there.
  const isRead =
    item?.kind === 'approval' &&
    shown === 'documents' &&
    (document === null || document === item.document)
  const action =
    isRead && isPhone ? (
      <Decisions row={row} actions={item.actions.filter(({ type }) => type !== 'review')} />
    ) : isInNotice || next === null ? null : (
      <ActionButton
        row={row}
        action={next}
        kind={next.type === 'stop' || isNoticeShown ? 'plain' : 'primary'}
      />
    )
  const notice = isNoticeShown ? (
    <NoticeStrip row={row} item={item} isRead={isRead} />
  ) : isFinished(row) && (!isPhone || shown === 'workflow') ? (
    <ReportStrip row={row} />
  ) : null
  const workflow = <WorkflowView row={row} />
  return (
    <div className="flex min-h-0 min-w-0 grow flex-col bg-bg">
      <SpecHeader row={row} action={isPhone ? null : action} />
      {isPhone ? null : notice}
      <div className="flex min-h-0 grow">
        {isWide ? (
          <div className="w-96 shrink-0 overflow-y-auto border-r border-line">{workflow}</div>
        ) : null}
        <ItemTabs
          row={row}
          tab={shown}
          document={document}
          workflow={
            isWide ? null : (
              <div className="min-h-0 grow overflow-y-auto">
                {isPhone ? notice : null}
                {workflow}
              </div>
            )
          }
        />
      </div>
      {isPhone && action !== null ? (
        <div className="flex shrink-0 flex-col border-t border-line bg-surface p-2">{action}</div>
      ) : null}
    </div>
  )
}

function Decisions({ row, actions }: { row: ItemRow; actions: SpecAction[] }) {
  return (
    <div className="flex gap-2">
      {actions.map((action, index) => (
        <ActionButton
          key={action.type}
          row={row}
          action={action}
          kind={index === 0 ? 'primary' : 'plain'}
          className="grow"
        />
      ))}
    </div>
  )
}

/** Used to avoid two buttons for the same action. */
const isSame = (a: SpecAction, b: SpecAction | null): boolean =>
  JSON.stringify(a) === JSON.stringify(b)
