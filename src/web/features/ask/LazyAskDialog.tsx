import { lazyPart } from '../../app/parts/lazy-part.tsx'
import { useMessages } from '../../i18n/messages.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { titleOf } from './ask-title.ts'
import type { AskDialogProps } from './AskDialog.tsx'
import type { ReactNode } from 'react'

/** Loaded when first opened; a failure to load is shown in a dialog with the same title. */
export const LazyAskDialog = lazyPart(async () => (await import('./AskDialog.tsx')).AskDialog, {
  waiting: null,
  failed: (props: AskDialogProps, why) => <AskFailed {...props}>{why}</AskFailed>,
})

function AskFailed({ about, onClose, children }: AskDialogProps & { children: ReactNode }) {
  return (
    <Dialog title={titleOf(useMessages(), about)} isOpen onClose={onClose}>
      {children}
    </Dialog>
  )
}
