import { Eye } from 'lucide-react'
import { useMessages } from '../../i18n/messages.ts'
import { useMay } from './in-fleet.ts'

/** Explains, once for every screen, why nothing can be pressed. */
export function RoleStrip() {
  const { fleet } = useMessages()
  const mayAct = useMay('operator')
  if (mayAct) return null
  return (
    <p className="flex shrink-0 items-start gap-2 border-b border-line bg-raised px-3 py-1.5 text-xs text-muted max-md:text-sm">
      <Eye aria-hidden className="mt-px size-4 shrink-0" />
      <span>
        {fleet.lookOnly} <span className="max-md:hidden">{fleet.askAdmin}</span>
      </span>
    </p>
  )
}
