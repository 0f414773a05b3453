import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { useEffect } from 'react'
import { Toaster } from 'sonner'
import { useMessages } from '../../i18n/messages.ts'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import { showToasts } from './toasts.ts'

const ICONS = {
  error: <CircleAlert aria-hidden className="size-4 text-failed" />,
  warning: <TriangleAlert aria-hidden className="size-4 text-needs" />,
  success: <CircleCheck aria-hidden className="size-4 text-done" />,
  info: <Info aria-hidden className="size-4 text-running" />,
}
const CLASSES = {
  toast:
    'flex w-[var(--width)] items-center gap-2 rounded-lg border border-line bg-surface px-3 py-2 text-text shadow-pop',
  content: 'min-w-0 grow',
  title: 'text-[13px] leading-5 font-medium [overflow-wrap:anywhere]',
  description: 'truncate text-xs text-muted',
  actionButton:
    'shrink-0 rounded-md border border-line-strong px-2 py-1 text-xs hover:bg-hover max-md:min-h-11 max-md:px-3',
  closeButton:
    'order-last inline-flex size-6 shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover max-md:size-11',
}

const BELOW_DIALOGS = { zIndex: 45 }

export function Toasts() {
  const { notices } = useMessages()
  const isPhone = useIsPhone()
  useEffect(() => showToasts(), [])
  return (
    <Toaster
      position={isPhone ? 'top-center' : 'bottom-right'}
      containerAriaLabel={notices.title}
      icons={ICONS}
      closeButton
      style={BELOW_DIALOGS}
      expand
      visibleToasts={isPhone ? 2 : 4}
      mobileOffset={{ top: 56, left: 8, right: 8 }}
      gap={8}
      toastOptions={{
        unstyled: true,
        classNames: CLASSES,
        closeButtonAriaLabel: notices.dismiss,
      }}
    />
  )
}
