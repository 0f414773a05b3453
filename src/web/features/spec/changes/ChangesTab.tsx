import { GitBranch, GitCompare } from 'lucide-react'
import { Waiting } from '../../connection/Waiting.tsx'
import { useEffect, type ReactNode } from 'react'
import type { ItemRow } from '../../../../contracts/views/board.ts'
import type { WorkItem } from '../../../../contracts/work-item.ts'
import { useMessages } from '../../../i18n/messages.ts'
import { useChangeWords } from '../../../i18n/reading-words.ts'
import { wordsOfRefusal } from '../../../i18n/words.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { useConnection } from '../../connection/connection-store.ts'
import { changesKey, useChanges } from './changes-store.ts'
import { ChangesView } from './ChangesView.tsx'

/** What the work on this item has changed in the project, according to git. */
export function ChangesTab({ row }: { row: ItemRow }) {
  const m = useMessages()
  const words = useChangeWords()
  const { item, run } = row
  const isMine = useChanges((state) => state.key === changesKey(item))
  const changes = useChanges((state) => state.changes)
  const reloads = useConnection((state) => state.reloads)
  // Every phase that ends may bring new changes.
  useEffect(
    () => void useChanges.getState().load(item),
    [item, run.status, run.phase, row.agentId, reloads],
  )
  if (!isMine || changes === null) return <Waiting />
  if ('code' in changes) return <Nothing item={item} title={wordsOfRefusal(m, changes)} />
  if (changes.state !== 'ok')
    return (
      <Nothing item={item} title={words[changes.state]}>
        <p>{words[`${changes.state}Why`]}</p>
      </Nothing>
    )
  if (changes.files.length === 0)
    return (
      <Nothing item={item} title={words.nothing}>
        <p>{words.nothingWhy}</p>
      </Nothing>
    )
  return <ChangesView key={changesKey(item)} row={row} changes={changes} />
}

interface NothingProps {
  item: WorkItem
  title: string
  children?: ReactNode
}

function Nothing({ item, title, children }: NothingProps) {
  const changes = useChangeWords()
  const isLoading = useChanges((state) => state.isLoading)
  const Icon = children === undefined ? GitCompare : GitBranch
  return (
    <EmptyState icon={<Icon aria-hidden className="size-8" />} title={title}>
      {children}
      <Button isBusy={isLoading} onClick={() => void useChanges.getState().load(item)}>
        {changes.reload}
      </Button>
    </EmptyState>
  )
}
