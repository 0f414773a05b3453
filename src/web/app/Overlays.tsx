import type { ItemKind } from '../../contracts/work-item.ts'
import { LazyAskDialog } from '../features/ask/LazyAskDialog.tsx'
import { ArchiveDialog } from '../features/board/archive/ArchiveDialog.tsx'
import { ChecksDialog } from '../features/checks/ChecksDialog.tsx'
import { SavedDialog } from '../features/saved/SavedDialog.tsx'
import { NoticesDialog } from '../features/notices/NoticesDialog.tsx'
import { OpenProjectDialog } from '../features/projects/OpenProjectDialog.tsx'
import { useMessages } from '../i18n/messages.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { useOverlay } from './overlay-store.ts'
import { lazyPart } from './parts/lazy-part.tsx'
import { ShortcutHelp } from './ShortcutHelp.tsx'
import type { ReactNode } from 'react'

const NewItem = lazyPart(
  async () => (await import('../features/board/new-item/NewItemDialog.tsx')).NewItemDialog,
  {
    waiting: null,
    failed: ({ kind, onClose }, why) => (
      <NewItemFailed kind={kind} onClose={onClose}>
        {why}
      </NewItemFailed>
    ),
  },
)

const Palette = lazyPart(async () => (await import('../features/palette/Palette.tsx')).Palette, {
  waiting: null,
  failed: ({ onClose }, why) => <PaletteFailed onClose={onClose}>{why}</PaletteFailed>,
})

const SteeringDialog = lazyPart(
  async () => (await import('../features/steering/SteeringDialog.tsx')).SteeringDialog,
  {
    waiting: null,
    failed: ({ onClose }, why) => <SteeringFailed onClose={onClose}>{why}</SteeringFailed>,
  },
)

export function Overlays() {
  const shown = useOverlay((state) => state.shown)
  const hide = useOverlay((state) => state.hide)
  switch (shown) {
    case null:
      return null
    case 'palette':
      return <Palette onClose={hide} />
    case 'help':
      return <ShortcutHelp onClose={hide} />
    case 'new-spec':
      return <NewItem kind="spec" onClose={hide} />
    case 'new-bug':
      return <NewItem kind="bug" onClose={hide} />
    case 'open-project':
      return <OpenProjectDialog onClose={hide} />
    case 'notices':
      return <NoticesDialog onClose={hide} />
    case 'checks':
      return <ChecksDialog onClose={hide} />
    case 'saved':
      return <SavedDialog onClose={hide} />
    case 'ask':
      return <LazyAskDialog about="project" onClose={hide} />
    case 'plan':
      return <LazyAskDialog about="plan" onClose={hide} />
    case 'steering':
      return <SteeringDialog onClose={hide} />
    case 'archive':
      return <ArchiveDialog onClose={hide} />
    default:
      return shown satisfies never
  }
}

interface NewItemFailedProps {
  kind: ItemKind
  onClose(): void
  children: ReactNode
}

function NewItemFailed({ kind, onClose, children }: NewItemFailedProps) {
  const { create } = useMessages().board
  return (
    <Dialog title={create.title[kind]} isOpen onClose={onClose}>
      {children}
    </Dialog>
  )
}

function SteeringFailed({ onClose, children }: { onClose(): void; children: ReactNode }) {
  const { steering } = useMessages().ask
  return (
    <Dialog title={steering.title} isOpen onClose={onClose}>
      {children}
    </Dialog>
  )
}

function PaletteFailed({ onClose, children }: { onClose(): void; children: ReactNode }) {
  const { palette } = useMessages().shell
  return (
    <Dialog title={palette.title} isOpen onClose={onClose}>
      {children}
    </Dialog>
  )
}
