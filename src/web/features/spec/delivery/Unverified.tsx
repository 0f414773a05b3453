import { ShieldOff } from 'lucide-react'
import { useMessages } from '../../../i18n/messages.ts'

/** Marks success that no check of the host has confirmed. */
export function Unverified({ className = '' }: { className?: string }) {
  const { delivery } = useMessages()
  return (
    <span
      title={delivery.unverifiedWhy}
      className={`inline-flex items-center gap-1 text-needs ${className}`}
    >
      <ShieldOff aria-hidden className="size-3.5 shrink-0" />
      {delivery.unverified}
    </span>
  )
}
