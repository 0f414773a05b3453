import { lazy, Suspense } from 'react'
import { NewSpecDialog } from '../features/board/NewSpecDialog.tsx'
import { ShelfDialog } from '../features/board/ShelfDialog.tsx'
import { NoticesDialog } from '../features/notices/NoticesDialog.tsx'
import { OpenProjectDialog } from '../features/projects/OpenProjectDialog.tsx'
import { useOverlay } from './overlay-store.ts'
import { ShortcutHelp } from './ShortcutHelp.tsx'

const Palette = lazy(async () => ({
  default: (await import('../features/palette/Palette.tsx')).Palette,
}))

export function Overlays() {
  const shown = useOverlay((state) => state.shown)
  const hide = useOverlay((state) => state.hide)
  switch (shown) {
    case null:
      return null
    case 'palette':
      return (
        <Suspense fallback={null}>
          <Palette onClose={hide} />
        </Suspense>
      )
    case 'help':
      return <ShortcutHelp onClose={hide} />
    case 'new-spec':
      return <NewSpecDialog onClose={hide} />
    case 'open-project':
      return <OpenProjectDialog onClose={hide} />
    case 'notices':
      return <NoticesDialog onClose={hide} />
    case 'shelf':
      return <ShelfDialog onClose={hide} />
    default:
      return shown satisfies never
  }
}
