import type { WorkItem } from '../../../../contracts/work-item.ts'
import { Waiting } from '../../connection/Waiting.tsx'
import { FileWarning, ListTodo } from 'lucide-react'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { Virtuoso } from 'react-virtuoso'
import type { DocumentContent } from '../../../../contracts/views/documents.ts'
import {
  readTasks,
  type TaskCounts,
  type TasksReading,
} from '../../../../core/readers/tasks/tasks-document.ts'
import type { Task } from '../../../../core/readers/tasks/task.ts'
import { useMessages } from '../../../i18n/messages.ts'
import { wordsOfRefusal } from '../../../i18n/words.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Choices } from '../Choices.tsx'
import { useDocument, useDocuments } from '../documents/documents-store.ts'
import { SearchField } from '../SearchField.tsx'
import { VirtualList } from '../VirtualList.tsx'
import { TaskRow } from './TaskRow.tsx'
import { countTasks, TASK_FILTERS, treeOf, visibleTasks, type TaskFilter } from './task-tree.ts'

const FILE = 'tasks.md'

interface TasksTabProps {
  owner: WorkItem
  /** Tasks marked as put aside need not be done. */
  skips: boolean
  /** Opens the file itself. */
  onOpen(): void
}

export function TasksTab({ owner, skips, onOpen }: TasksTabProps) {
  const m = useMessages()
  const words = m.workflow.tasks
  const content = useDocument(owner, FILE)
  useEffect(() => void useDocuments.getState().load(owner, FILE), [owner])
  if (content === null) return <Waiting />
  if ('code' in content)
    return (
      <EmptyState icon={<ListTodo aria-hidden className="size-8" />} title={words.none}>
        <p>{content.code === 'NO_DOCUMENT' ? words.noneWhy : wordsOfRefusal(m, content)}</p>
      </EmptyState>
    )
  return <Reading content={content} skips={skips} onOpen={onOpen} />
}

interface ReadingProps extends Pick<TasksTabProps, 'skips' | 'onOpen'> {
  content: DocumentContent
}

function Reading({ content, skips, onOpen }: ReadingProps) {
  const words = useMessages().workflow.tasks
  const { text, truncated } = content
  const reading = useMemo(() => readTasks(text, skips), [text, skips])
  if (!reading.ok) return <Unreadable reading={reading} onOpen={onOpen} />
  return (
    <div className="flex min-h-0 grow flex-col">
      {truncated ? (
        <p className="border-b border-line bg-needs-soft px-3 py-1 text-xs">{words.truncated}</p>
      ) : null}
      <TaskList tasks={reading.tasks} counts={reading.counts} skips={skips} />
    </div>
  )
}

interface TaskListProps extends Pick<TasksTabProps, 'skips'> {
  tasks: Task[]
  counts: TaskCounts
}

function TaskList({ tasks, counts, skips }: TaskListProps) {
  const words = useMessages().workflow.tasks
  const [filter, setFilter] = useState<TaskFilter>('all')
  const [query, setQuery] = useState('')
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set())
  const sought = useDeferredValue(query)
  const nodes = useMemo(() => treeOf(tasks), [tasks])
  const inFilter = useMemo(() => countTasks(nodes), [nodes])
  const lines = useMemo(
    () => visibleTasks(nodes, { filter, query: sought, folded }),
    [nodes, filter, sought, folded],
  )
  const toggle = (index: number): void => {
    const next = new Set(folded)
    if (!next.delete(index)) next.add(index)
    setFolded(next)
  }
  return (
    <>
      <div className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-3 py-1.5">
        <Progress counts={counts} />
        <Choices
          label={words.filterLabel}
          value={filter}
          choices={TASK_FILTERS.map((key) => ({
            key,
            label: `${words.filters[key]} ${inFilter[key]}`,
          }))}
          onChange={setFilter}
        />
        <SearchField label={words.search} value={query} onChange={setQuery} />
      </div>
      {lines.length === 0 ? <p className="p-4 text-muted">{words.nothing}</p> : null}
      <Virtuoso
        role="region"
        aria-label={words.list}
        className="min-h-0 grow"
        data={lines}
        components={{ List: VirtualList }}
        computeItemKey={(_, { node }) => node.index}
        itemContent={(_, line) => (
          <TaskRow
            line={line}
            isFolded={folded.has(line.node.index)}
            skips={skips}
            onFold={toggle}
          />
        )}
      />
    </>
  )
}

function Progress({ counts }: { counts: TaskCounts }) {
  const words = useMessages().workflow.tasks
  const { done, total, optional } = counts
  return (
    <p className="flex items-center gap-2 whitespace-nowrap text-xs max-md:text-sm">
      <span aria-hidden className="h-1 w-20 overflow-hidden rounded-full bg-line">
        <span
          className="block h-full bg-done"
          style={{ width: `${total === 0 ? 100 : (100 * done) / total}%` }}
        />
      </span>
      {words.progress(done, total)}
      {optional.total === 0 ? null : (
        <span className="text-muted">{words.optional(optional.done, optional.total)}</span>
      )}
    </p>
  )
}

interface UnreadableProps {
  reading: Extract<TasksReading, { ok: false }>
  onOpen(): void
}

function Unreadable({ reading, onOpen }: UnreadableProps) {
  const words = useMessages().workflow.tasks
  return (
    <EmptyState icon={<FileWarning aria-hidden className="size-8" />} title={words.unreadable}>
      <p>
        {reading.line === null ? null : `${words.line(reading.line)}: `}
        {words.why[reading.why]}
      </p>
      <Button onClick={onOpen}>{words.open}</Button>
    </EmptyState>
  )
}
