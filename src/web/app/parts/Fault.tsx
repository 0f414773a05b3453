import { TriangleAlert } from 'lucide-react'
import { useMessages } from '../../i18n/messages.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'

export function Fault() {
  const { fault } = useMessages().shell
  return (
    <EmptyState icon={<TriangleAlert aria-hidden className="size-8" />} title={fault.title}>
      <p role="alert">{fault.about}</p>
      <Button kind="primary" onClick={() => window.location.reload()}>
        {fault.reload}
      </Button>
    </EmptyState>
  )
}
