import { ArchiveRestore, GitCompare, Trash2 } from 'lucide-react'
import { Waiting } from '../connection/Waiting.tsx'
import { useEffect, useState } from 'react'
import type { SavedView } from '../../../contracts/views/saved-view.ts'
import { lazyPart } from '../../app/parts/lazy-part.tsx'
import { useMessages } from '../../i18n/messages.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { useConnection } from '../connection/connection-store.ts'
import { Ago } from '../items/Ago.tsx'
import { useSaved } from './saved-store.ts'

const WholeDiff = lazyPart(async () => (await import('../spec/changes/WholeDiff.tsx')).WholeDiff)

export function SavedDialog({ onClose }: { onClose(): void }) {
  const { delivery } = useMessages()
  const words = delivery.saved
  const works = useSaved((state) => state.works)
  const reloads = useConnection((state) => state.reloads)
  useEffect(() => void useSaved.getState().load(), [reloads])
  useEffect(() => () => void useSaved.getState().show(null), [])
  return (
    <Dialog title={words.title} description={words.about} width="wide" isOpen onClose={onClose}>
      {works === null ? <Waiting className="" /> : null}
      {works?.length === 0 ? <p className="text-muted">{words.none}</p> : null}
      <ul className="flex flex-col gap-2">
        {(works ?? []).map((work) => (
          <SavedLine key={work.ref} work={work} />
        ))}
      </ul>
      <Content />
    </Dialog>
  )
}

function SavedLine({ work }: { work: SavedView }) {
  const words = useMessages().delivery.saved
  const branch = useSaved(({ restored }) => restored[work.ref] ?? null)
  const [busy, setBusy] = useState<'show' | 'restore' | null>(null)
  const [isAsking, setAsking] = useState(false)
  const act = async (what: 'show' | 'restore'): Promise<void> => {
    setBusy(what)
    const saved = useSaved.getState()
    await (what === 'show' ? saved.show(work.ref) : saved.restore(work))
    setBusy(null)
  }
  const { item, why, at } = work
  const look = 'max-md:h-11'
  return (
    <li
      aria-label={`${item.name}: ${why}`}
      className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line pb-2"
    >
      <div className="min-w-0 grow basis-60">
        <p className="flex flex-wrap gap-x-2">
          <span className="font-medium">{item.name}</span>
          <span className="min-w-0 [overflow-wrap:anywhere]">{why}</span>
        </p>
        <p className="text-xs text-muted">
          <Ago at={at} />
        </p>
        {branch === null ? null : (
          <p role="status" className="text-done [overflow-wrap:anywhere]">
            {words.restored(branch)}
          </p>
        )}
      </div>
      <Button
        size="small"
        className={look}
        isBusy={busy === 'show'}
        icon={<GitCompare aria-hidden className="size-3.5" />}
        onClick={() => void act('show')}
      >
        {words.show}
      </Button>
      <Button
        size="small"
        className={look}
        isBusy={busy === 'restore'}
        icon={<ArchiveRestore aria-hidden className="size-3.5" />}
        onClick={() => void act('restore')}
      >
        {words.restore}
      </Button>
      <Button
        kind="danger"
        size="small"
        className={look}
        icon={<Trash2 aria-hidden className="size-3.5" />}
        onClick={() => setAsking(true)}
      >
        {words.drop}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        isDangerous
        title={words.dropTitle(item.name)}
        description={words.dropAbout}
        confirm={words.dropConfirm}
        onClose={() => setAsking(false)}
        onConfirm={() => useSaved.getState().drop(work)}
      />
    </li>
  )
}

function Content() {
  const { delivery } = useMessages()
  const shown = useSaved((state) => state.shown)
  if (shown === null) return null
  return (
    <section aria-label={delivery.saved.content(shown.item.name)} className="flex flex-col gap-1">
      <h3 className="text-sm font-medium">{delivery.saved.content(shown.item.name)}</h3>
      {shown.hasStaged ? <p className="text-xs text-muted">{delivery.saved.staged}</p> : null}
      {shown.truncated ? <p className="text-xs text-needs">{delivery.saved.truncated}</p> : null}
      <div className="flex h-96 overflow-hidden rounded-md border border-line">
        <WholeDiff diff={shown.diff} />
      </div>
    </section>
  )
}
