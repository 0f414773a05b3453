import { Archive, ArchiveRestore, Trash2 } from 'lucide-react'
import { Waiting } from '../../connection/Waiting.tsx'
import { useEffect, useState } from 'react'
import type { ArchivedItem } from '../../../../contracts/views/documents.ts'
import { useMessages } from '../../../i18n/messages.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { useConnection } from '../../connection/connection-store.ts'
import { Ago } from '../../items/Ago.tsx'
import { useWhyNot } from '../../workers/use-why-not.ts'
import { KindMark } from '../KindMark.tsx'
import { useArchive } from './archive-store.ts'

export function ArchiveDialog({ onClose }: { onClose(): void }) {
  const { board } = useMessages()
  const specs = useArchive((state) => state.specs)
  const reloads = useConnection((state) => state.reloads)
  useEffect(() => void useArchive.getState().load(), [reloads])
  return (
    <Dialog title={board.archived.title} isOpen onClose={onClose}>
      {specs === null ? <Waiting className="" /> : null}
      {specs?.length === 0 ? <p className="text-muted">{board.archived.empty}</p> : null}
      <ul className="flex flex-col">
        {(specs ?? []).map((spec) => (
          <ArchiveLine key={spec.id} spec={spec} />
        ))}
      </ul>
    </Dialog>
  )
}

function ArchiveLine({ spec }: { spec: ArchivedItem }) {
  const { archived } = useMessages().board
  const why = useWhyNot('operator')
  const [isBusy, setBusy] = useState(false)
  const restore = async (): Promise<void> => {
    setBusy(true)
    await useArchive.getState().restore(spec)
    setBusy(false)
  }
  const Icon = spec.how === 'archived' ? Archive : Trash2
  return (
    <li className="flex min-h-10 items-center gap-2">
      <Icon aria-hidden className="size-4 shrink-0 text-muted" />
      <KindMark item={spec.item} />
      <span className="min-w-0 grow truncate font-medium" title={spec.item.name}>
        {spec.item.name}
      </span>
      <span className="text-xs text-muted">
        {archived.how[spec.how]} · <Ago at={spec.at} />
      </span>
      <Button
        size="small"
        isBusy={isBusy}
        disabled={why !== null}
        title={why ?? undefined}
        className="max-md:h-11"
        icon={<ArchiveRestore aria-hidden className="size-3.5" />}
        onClick={() => void restore()}
      >
        {archived.restore}
      </Button>
    </li>
  )
}
