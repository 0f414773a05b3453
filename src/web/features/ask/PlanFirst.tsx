import { useOverlay } from '../../app/overlay-store.ts'
import { useMessages } from '../../i18n/messages.ts'
import { Button } from '../../ui/Button.tsx'

/** From a rough idea to a description, before there is a spec. */
export function PlanFirst() {
  const { ask } = useMessages()
  return (
    <Button kind="quiet" onClick={() => useOverlay.getState().show('plan')}>
      {ask.openPlan}
    </Button>
  )
}
