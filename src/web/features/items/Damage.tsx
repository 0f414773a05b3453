import type { WorkItem } from '../../../contracts/work-item.ts'
import { Archive } from 'lucide-react'
import { useState } from 'react'
import type { ItemRow } from '../../../contracts/views/board.ts'
import { folderOf } from '../../../core/formats/item-place.ts'
import { go } from '../../app/routes.ts'
import { useMessages } from '../../i18n/messages.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { CopyButton } from '../../ui/text/CopyButton.tsx'
import { showRefusal } from '../notices/notices-store.ts'
import { useProject } from '../projects/projects-store.ts'
import { archiveItem } from './spec-commands.ts'

/** What is damaged, where, and the options: repair, restore, archive. */
export function Damage({ row }: { row: ItemRow }) {
  const { damage } = useMessages().workflow
  const project = useProject()
  if (row.problem === null || project === null) return null
  const path = folderOf(row.item)
  const folder = `${project.dir}/${path}`
  const restore = `git -C ${quoted(project.dir)} restore ${quoted(path)}`
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <p className="whitespace-pre-wrap font-mono text-xs [overflow-wrap:anywhere]">
        {row.problem}
      </p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 text-xs max-md:grid-cols-[minmax(0,1fr)_auto]">
        <Line name={damage.folder} text={folder} copy={damage.copyFolder} />
        <Line name={damage.restore} text={restore} copy={damage.copyRestore} />
      </dl>
      <ArchiveButton item={row.item} />
    </div>
  )
}

interface LineProps {
  name: string
  text: string
  copy: string
}

function Line({ name, text, copy }: LineProps) {
  return (
    <>
      <dt className="text-muted max-md:col-span-2">{name}</dt>
      <dd className="font-mono select-all [overflow-wrap:anywhere]">{text}</dd>
      <CopyButton label={copy} text={() => text} />
    </>
  )
}

function ArchiveButton({ item }: { item: WorkItem }) {
  const { board, workflow } = useMessages()
  const [isAsking, setAsking] = useState(false)
  const archive = async (): Promise<void> => {
    const reply = await archiveItem(item)
    if (reply.ok) go({ screen: 'board' })
    else showRefusal(reply.error, item)
  }
  return (
    <div>
      <Button
        icon={<Archive aria-hidden className="size-3.5" />}
        onClick={() => setAsking(true)}
        className="max-md:h-12 max-md:w-full"
      >
        {workflow.menu.archive}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={board.archive.title(item.name)}
        description={board.archive.about}
        confirm={board.archive.confirm}
        onClose={() => setAsking(false)}
        onConfirm={archive}
      />
    </div>
  )
}

const quoted = (path: string): string =>
  /^[\w./@+-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`
