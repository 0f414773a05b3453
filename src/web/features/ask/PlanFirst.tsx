import { useOverlay } from '../../app/overlay-store.ts'
import { useMessages } from '../../i18n/messages.ts'
import { useIsFleet } from '../workers/in-fleet.ts'
import { Button } from '../../ui/Button.tsx'

/** Opens the dialog that turns a rough idea into a description for a new spec. */
export function PlanFirst() {
  const { ask } = useMessages()
  const isFleet = useIsFleet()
  if (isFleet) return null
  return (
    <Button kind="quiet" onClick={() => useOverlay.getState().show('plan')}>
      {ask.openPlan}
    </Button>
  )
}
