import { X } from 'lucide-react'
import { Dialog as RadixDialog } from 'radix-ui'
import { useRef, type ReactNode } from 'react'
import { useMessages } from '../i18n/messages.ts'

interface DialogProps {
  title: string
  description?: ReactNode
  isOpen: boolean
  onClose(): void
  /** Called after the focus has returned, so that a dialog opened now returns it there too. */
  onClosed?(): void
  children?: ReactNode
  /** The buttons, the default one last. */
  footer?: ReactNode
  width?: 'normal' | 'wide'
  /** Shows only the children; the title is for screen readers. */
  isBare?: boolean
}

export function Dialog(props: DialogProps) {
  const { title, description, isOpen, onClose, children, footer, width = 'normal' } = props
  const opener = useRef<Element | null>(null)
  return (
    <RadixDialog.Root open={isOpen} onOpenChange={(open) => (open ? undefined : onClose())}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="fixed inset-0 z-40 bg-black/40" />
        <RadixDialog.Content
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          onOpenAutoFocus={(event) => {
            opener.current = document.activeElement
            focusInside(event)
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (opener.current instanceof HTMLElement) opener.current.focus()
            props.onClosed?.()
          }}
          className={`fixed z-50 flex outline-none max-h-[85dvh] flex-col overflow-hidden border border-line bg-surface shadow-pop max-md:inset-x-0 max-md:bottom-0 max-md:rounded-t-xl md:left-1/2 md:top-[12vh] md:w-[calc(100vw-48px)] md:-translate-x-1/2 md:rounded-lg ${width === 'wide' ? 'md:max-w-3xl' : 'md:max-w-lg'}`}
        >
          {props.isBare === true ? (
            <>
              <RadixDialog.Title className="sr-only">{title}</RadixDialog.Title>
              {children}
            </>
          ) : (
            <>
              <Head title={title} />
              <div className="flex min-h-0 flex-col gap-3 overflow-auto px-4 py-3">
                {description === undefined ? null : (
                  <RadixDialog.Description asChild>
                    <div className="text-muted">{description}</div>
                  </RadixDialog.Description>
                )}
                {children}
              </div>
            </>
          )}
          {footer === undefined ? null : (
            <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-4 py-3 pb-[max(12px,env(safe-area-inset-bottom))] max-md:[&>button]:grow">
              {footer}
            </footer>
          )}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  )
}

/** Focuses the first field or the dialog itself, never a button that one key would press. */
function focusInside(event: Event): void {
  const dialog = event.currentTarget
  if (!(dialog instanceof HTMLElement)) return
  event.preventDefault()
  const first = dialog.querySelector('input, textarea, select')
  // Among radio buttons focus the checked one, where arrow keys start from.
  const field = first?.matches('[type=radio]')
    ? (dialog.querySelector('[type=radio]:checked') ?? first)
    : first
  if (field instanceof HTMLElement) field.focus()
  else dialog.focus()
}

function Head({ title }: { title: string }) {
  const { common } = useMessages()
  return (
    <header className="flex items-center gap-2 border-b border-line px-4 py-3">
      <RadixDialog.Title className="grow text-base font-semibold">{title}</RadixDialog.Title>
      <RadixDialog.Close
        aria-label={common.close}
        className="-m-1 inline-flex size-8 items-center justify-center rounded-md text-muted hover:bg-hover max-md:size-11"
      >
        <X aria-hidden className="size-4" />
      </RadixDialog.Close>
    </header>
  )
}
