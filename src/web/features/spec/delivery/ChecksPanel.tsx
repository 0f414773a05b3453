import type { WorkItem } from '../../../../contracts/work-item.ts'
import type { CheckStanding, CheckView, Delivery } from '../../../../contracts/views/delivery.ts'
import type { CellState } from '../../../../core/views/phase-cells.ts'
import { isUnverified } from '../../../../core/views/delivery.ts'
import { useOverlay } from '../../../app/overlay-store.ts'
import { useMessages } from '../../../i18n/messages.ts'
import { Button } from '../../../ui/Button.tsx'
import { STATUS_TEXT, StatusIcon } from '../../../ui/Status.tsx'
import { useIsFleet } from '../../workers/in-fleet.ts'
import { Ago } from '../../items/Ago.tsx'
import { PlaceLink } from '../PlaceLink.tsx'
import { Unverified } from './Unverified.tsx'

const STATES: Record<CheckStanding, CellState> = {
  passed: 'done',
  failed: 'failed',
  stale: 'queued',
  never: 'todo',
}

type Shown = Pick<Delivery, 'checks'> & { item: WorkItem }

/** The results of the host's own checks, each with its output. */
export function ChecksPanel({ row }: { row: Shown }) {
  const { delivery, fleet } = useMessages()
  const isFleet = useIsFleet()
  const show = useOverlay((state) => state.show)
  if (isUnverified(row))
    return (
      <div>
        <Unverified />
        <p className="text-muted">{isFleet ? fleet.checksElsewhere : delivery.unverifiedWhy}</p>
        {isFleet ? null : (
          <Button size="small" className="mt-1 max-md:h-11" onClick={() => show('checks')}>
            {delivery.setChecks}
          </Button>
        )}
      </div>
    )
  return (
    <section aria-label={delivery.checks}>
      <h4 className="text-muted">{delivery.checks}</h4>
      <ul className="flex flex-col gap-0.5">
        {row.checks.map((check) => (
          <Check key={check.name} row={row} check={check} />
        ))}
      </ul>
    </section>
  )
}

function Check({ row, check }: { row: Shown; check: CheckView }) {
  const { delivery } = useMessages()
  const { name, result, at, log } = check
  const state = STATES[result]
  return (
    <li
      title={result === 'stale' ? delivery.staleWhy : undefined}
      className="flex min-w-0 flex-wrap items-center gap-x-2 max-md:min-h-11"
    >
      <StatusIcon state={state} />
      <span className="min-w-0 truncate font-mono">{name}</span>
      <span className={STATUS_TEXT[state]}>{delivery.results[result]}</span>
      {at === null ? null : (
        <span className="text-muted">
          <Ago at={at} />
        </span>
      )}
      {log === null ? null : (
        <PlaceLink
          place={{ screen: 'item', item: row.item, tab: 'log', document: log }}
          label={delivery.checkLog(name)}
        >
          {delivery.log}
        </PlaceLink>
      )}
    </li>
  )
}
