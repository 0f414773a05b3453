import type { ReactNode } from 'react'
import type { ItemRow } from '../../../contracts/views/board.ts'
import type { Stand } from '../../../core/views/standing.ts'
import { amountOf } from '../../../core/state/spent.ts'
import { useMessages } from '../../i18n/messages.ts'
import { StatusIcon, STATUS_TEXT } from '../../ui/Status.tsx'
import { CopyButton } from '../../ui/text/CopyButton.tsx'
import { minutesOf } from '../now/now-words.ts'
import { NowOr } from '../now/NowOr.tsx'
import { useNow } from '../items/use-now.ts'
import { useStand } from '../items/stands.ts'
import { wordsOfStand } from '../items/standing-words.ts'
import { WorktreeBadge } from './delivery/WorktreeBadge.tsx'
import { ItemHeader } from './ItemHeader.tsx'
import { ItemMenu } from './ItemMenu.tsx'

const TICK_MS = 15_000

/** What this item is, its state, and the button that moves it on. */
export function SpecHeader({ row, action }: { row: ItemRow; action: ReactNode }) {
  const stand = useStand(row)
  // A silent agent has no current activity worth showing.
  const isSilent = stand.need?.kind === 'hang'
  const about = (
    <p className="min-w-0 grow basis-0 truncate text-muted max-md:order-last max-md:pr-2 max-md:text-sm">
      {row.description.split('\n')[0]}
    </p>
  )
  return (
    <ItemHeader item={row.item}>
      {/* On a phone the name has its own line. */}
      <span aria-hidden className="hidden basis-full max-md:order-last max-md:block" />
      <StatusWords row={row} stand={stand} />
      {isSilent ? (
        about
      ) : (
        <NowOr row={row} className="grow basis-0 max-md:order-last max-md:pr-2 max-md:text-sm">
          {about}
        </NowOr>
      )}
      <Worktree row={row} />
      <Spent row={row} />
      {action}
      <ItemMenu row={row} />
    </ItemHeader>
  )
}

function StatusWords({ row, stand }: { row: ItemRow; stand: Stand }) {
  const m = useMessages()
  const { need } = stand
  const minutes = minutesOf({ since: need?.kind === 'hang' ? need.at : null }, useNow(TICK_MS))
  const words = [
    wordsOfStand(m, row, stand),
    ...(minutes === null ? [] : [m.now.minutes(minutes)]),
  ].join(' · ')
  return (
    <span
      role="status"
      title={words}
      className={`flex min-w-0 items-center gap-1.5 max-md:order-last max-md:max-w-full max-md:shrink-0 max-md:pl-2 max-md:text-sm ${STATUS_TEXT[stand.state]}`}
    >
      <StatusIcon state={stand.state} />
      <span className="truncate">{words}</span>
    </span>
  )
}

/** Where its code is written, unless that is the checkout. */
function Worktree({ row }: { row: ItemRow }) {
  const { delivery } = useMessages()
  const { workspace } = row
  if (workspace.kind === 'checkout') return null
  return (
    <span
      title={delivery.worktreeAt(workspace.path)}
      className="flex min-w-0 max-w-[40%] shrink items-center gap-1.5 text-xs text-muted max-md:order-last max-md:max-w-full max-md:basis-full max-md:px-2"
    >
      <WorktreeBadge row={row} />
      <span className="truncate font-mono">{workspace.branch}</span>
      <CopyButton label={delivery.copyPath} text={() => workspace.path} />
    </span>
  )
}

function Spent({ row }: { row: ItemRow }) {
  const { common, workflow } = useMessages()
  const { usage } = row
  const { costUsd, unreportedTokens, unreportedCost } = usage
  const hasTokens = usage.inputTokens !== null || usage.outputTokens !== null
  const part = (amount: string, unreported: number): string =>
    unreported > 0 ? common.atLeast(amount) : amount
  const parts = [
    hasTokens
      ? part(workflow.usage(common.tokens(amountOf(usage, 'tokens'))), unreportedTokens)
      : null,
    costUsd === null ? null : part(common.cost(costUsd), unreportedCost),
  ].filter((part) => part !== null)
  if (parts.length === 0) return null
  return (
    <span className="shrink-0 whitespace-nowrap text-xs text-muted max-lg:hidden">
      {parts.join(' · ')}
    </span>
  )
}
