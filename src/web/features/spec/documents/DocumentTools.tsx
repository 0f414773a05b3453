import { Pencil, RefreshCw, Search } from 'lucide-react'
import type { DocumentInfo } from '../../../../contracts/views/documents.ts'
import { MOD } from '../../../app/mod-key.ts'
import { useMessages } from '../../../i18n/messages.ts'
import { Button } from '../../../ui/Button.tsx'
import { CopyButton } from '../../../ui/text/CopyButton.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Ago } from '../../items/Ago.tsx'
import { Choices } from '../Choices.tsx'

export type DocumentView = 'rendered' | 'source'

interface DocumentToolsProps {
  view: DocumentView
  /** Null when it can only be shown as source. */
  onView: ((view: DocumentView) => void) | null
  info: DocumentInfo | null
  text(): string
  resolved: { count: number; isShown: boolean; onToggle(): void }
  onFind(): void
  onReload(): void
  /** Null when it cannot be edited. */
  onEdit: (() => void) | null
}

export function DocumentTools(props: DocumentToolsProps) {
  const { view, onView, info, text, resolved, onFind, onReload, onEdit } = props
  const { documents } = useMessages()
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line px-3 py-1 max-md:gap-1 max-md:px-2">
      {onView === null ? (
        <span className="truncate text-xs text-muted">{documents.plain}</span>
      ) : (
        <Choices
          label={documents.views}
          value={view}
          choices={(['rendered', 'source'] as const).map((key) => ({ key, label: documents[key] }))}
          onChange={onView}
        />
      )}
      {resolved.count === 0 || view !== 'source' ? null : (
        <Button
          kind="quiet"
          size="small"
          aria-pressed={resolved.isShown}
          onClick={resolved.onToggle}
        >
          {documents.comments.showResolved(resolved.count)}
        </Button>
      )}
      {info === null ? null : (
        <span className="truncate text-xs text-muted max-md:hidden">
          {documents.size(info.bytes)} · {documents.changed} <Ago at={info.changedAt} />
        </span>
      )}
      <div className="ml-auto flex items-center gap-1 max-md:gap-0">
        <IconButton
          label={documents.find.open}
          shortcut={`${MOD}+F`}
          icon={<Search aria-hidden className="size-4" />}
          onClick={onFind}
        />
        <CopyButton label={documents.copy} text={text} />
        <IconButton
          label={documents.reload}
          icon={<RefreshCw aria-hidden className="size-4" />}
          onClick={onReload}
        />
        {onEdit === null ? null : (
          <Button size="small" icon={<Pencil aria-hidden className="size-3.5" />} onClick={onEdit}>
            {documents.edit}
          </Button>
        )}
      </div>
    </div>
  )
}
