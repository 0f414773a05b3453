import type { WorkItem } from '../../../../contracts/work-item.ts'
import { GitBranch, GitCompare, RefreshCw } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import type { ItemRow } from '../../../../contracts/views/board.ts'
import type { Changes } from '../../../../contracts/views/documents.ts'
import { lazyPart } from '../../../app/parts/lazy-part.tsx'
import { useMessages } from '../../../i18n/messages.ts'
import { wordsOfRefusal } from '../../../i18n/words.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { useIsPhone } from '../../../ui/use-is-phone.ts'
import { useConnection } from '../../connection/connection-store.ts'
import { Ago } from '../../items/Ago.tsx'
import { changesKey, useChanges } from './changes-store.ts'
import { Choices } from '../Choices.tsx'

const DiffFiles = lazyPart(async () => (await import('./DiffFiles.tsx')).DiffFiles)

/** What the work on this spec has changed in the project, as git sees it. */
export function ChangesTab({ row }: { row: ItemRow }) {
  const m = useMessages()
  const { item, run } = row
  const isMine = useChanges((state) => state.key === changesKey(item))
  const changes = useChanges((state) => state.changes)
  const reloads = useConnection((state) => state.reloads)
  // With every phase that ends there is something new to see.
  useEffect(
    () => void useChanges.getState().load(item),
    [item, run.status, run.phase, row.agentId, reloads],
  )
  if (!isMine || changes === null)
    return (
      <p role="status" className="p-4 text-muted">
        {m.common.loading}
      </p>
    )
  if ('code' in changes) return <Nothing item={item} title={wordsOfRefusal(m, changes)} />
  if (changes.state !== 'ok')
    return (
      <Nothing item={item} title={m.workflow.changes[changes.state]}>
        <p>{m.workflow.changes[`${changes.state}Why`]}</p>
      </Nothing>
    )
  return <Diff item={item} changes={changes} />
}

type Compared = Extract<Changes, { state: 'ok' }>

function Diff({ item, changes }: { item: WorkItem; changes: Compared }) {
  const { workflow } = useMessages()
  const words = workflow.changes
  const isPhone = useIsPhone()
  const layout = useChanges((state) => state.layout)
  const { base, diff, truncated, untracked } = changes
  return (
    <div className="flex min-h-0 grow flex-col">
      <div className="flex shrink-0 items-center gap-3 border-b border-line px-3 py-1.5">
        <GitCompare aria-hidden className="size-4 shrink-0 text-faint" />
        <p className="min-w-0 grow truncate text-xs text-muted max-md:text-sm">
          {words.since(base.subject, base.hash.slice(0, 7))} · <Ago at={base.at} />
        </p>
        {isPhone ? null : (
          <Choices
            label={words.layout}
            value={layout}
            choices={[
              { key: 'unified', label: words.unified },
              { key: 'split', label: words.split },
            ]}
            onChange={useChanges.getState().setLayout}
          />
        )}
        <Reload item={item} />
      </div>
      {truncated ? (
        <p className="border-b border-line bg-needs-soft px-3 py-1 text-xs">{words.truncated}</p>
      ) : null}
      {diff.trim() === '' && untracked.length === 0 ? (
        <EmptyState icon={<GitCompare aria-hidden className="size-8" />} title={words.nothing}>
          <p>{words.nothingWhy}</p>
        </EmptyState>
      ) : (
        <DiffFiles diff={diff} untracked={untracked} layout={isPhone ? 'unified' : layout} />
      )}
    </div>
  )
}

function Reload({ item }: { item: WorkItem }) {
  const { changes } = useMessages().workflow
  const isLoading = useChanges((state) => state.isLoading)
  return (
    <IconButton
      label={changes.reload}
      icon={<RefreshCw aria-hidden className={`size-4 ${isLoading ? 'animate-spin' : ''}`} />}
      onClick={() => void useChanges.getState().load(item)}
    />
  )
}

interface NothingProps {
  item: WorkItem
  title: string
  children?: ReactNode
}

function Nothing({ item, title, children }: NothingProps) {
  const { changes } = useMessages().workflow
  const isLoading = useChanges((state) => state.isLoading)
  return (
    <EmptyState icon={<GitBranch aria-hidden className="size-8" />} title={title}>
      {children}
      <Button isBusy={isLoading} onClick={() => void useChanges.getState().load(item)}>
        {changes.reload}
      </Button>
    </EmptyState>
  )
}
