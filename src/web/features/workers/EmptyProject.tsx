import { ListPlus } from 'lucide-react'
import { useOverlay } from '../../app/overlay-store.ts'
import { useMessages } from '../../i18n/messages.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useWhyNot } from './use-why-not.ts'

/** A fleet's project before its first item; agents, git and checks are up to the workers. */
export function EmptyProject() {
  const { board, fleet } = useMessages()
  const show = useOverlay((state) => state.show)
  const why = useWhyNot('operator')
  return (
    <EmptyState icon={<ListPlus aria-hidden className="size-8" />} title={board.empty.title}>
      <p>{why ?? fleet.emptyAbout}</p>
      <Button
        kind="primary"
        className="max-md:min-h-11"
        disabled={why !== null}
        onClick={() => show('new-spec')}
      >
        {board.newSpec}
      </Button>
    </EmptyState>
  )
}
