import {
  Check,
  ChevronRight,
  Circle,
  CircleDot,
  CircleMinus,
  Clock,
  type LucideIcon,
} from 'lucide-react'
import type { Task } from '../../../../core/readers/tasks/task.ts'
import { isPutAside, struckOut } from '../../../../core/readers/tasks/tasks-document.ts'
import { useMessages, type Messages } from '../../../i18n/messages.ts'
import { InlineMarks } from '../../../ui/text/InlineMarks.tsx'
import type { TaskLine } from './task-tree.ts'

interface TaskRowProps {
  line: TaskLine
  isFolded: boolean
  /** Tasks marked as put aside need not be done. */
  skips: boolean
  onFold(index: number): void
}

export function TaskRow({ line, isFolded, skips, onFold }: TaskRowProps) {
  const m = useMessages()
  const words = m.workflow.tasks
  const { task, level, index, hasChildren } = line.node
  const isAside = skips && isPutAside(task)
  const look = isAside ? aside(m) : lookOf(m, task)
  const name = task.id ?? task.text
  return (
    <div
      role="listitem"
      className={`flex min-h-7 items-start gap-2 border-b border-line py-1 pr-3 max-md:min-h-11 max-md:py-2 ${line.isContext ? 'text-muted' : ''}`}
      style={{ paddingLeft: 8 + 20 * level }}
    >
      {hasChildren ? (
        <button
          type="button"
          aria-expanded={!isFolded}
          aria-label={isFolded ? words.unfold(name) : words.fold(name)}
          onClick={() => onFold(index)}
          className="inline-flex size-5 shrink-0 items-center justify-center rounded text-faint hover:bg-hover max-md:-m-2 max-md:size-9"
        >
          <ChevronRight
            aria-hidden
            className={`size-3.5 transition-transform ${isFolded ? '' : 'rotate-90'}`}
          />
        </button>
      ) : (
        <span className="w-5 shrink-0" />
      )}
      <look.Icon aria-hidden className={`mt-0.75 size-3.5 shrink-0 ${look.className}`} />
      <span className="sr-only">{look.word}</span>
      {task.id === null ? null : (
        <span className="shrink-0 font-mono text-xs leading-5 text-muted">{task.id}</span>
      )}
      <span className="min-w-0 grow break-words">
        {task.isUnread ? words.unread(task.line) : <TaskText text={task.text} />}
      </span>
      <Marks task={task} isAside={isAside} />
    </div>
  )
}

function TaskText({ text }: { text: string }) {
  const struck = struckOut(text)
  return struck === null ? (
    <InlineMarks text={text} />
  ) : (
    <s>
      <InlineMarks text={struck} />
    </s>
  )
}

function Marks({ task, isAside }: { task: Task; isAside: boolean }) {
  const words = useMessages().workflow.tasks
  const { parallel, optional, requirements, depends, blocked } = task
  return (
    <span className="flex max-w-[40%] shrink-0 flex-wrap justify-end gap-x-2 text-xs leading-5 text-muted">
      {task.isDoneByParts ? <span>{words.byParts}</span> : null}
      {task.hasNoBox ? <span className="text-needs">{words.noBox}</span> : null}
      {blocked === null ? null : <span className="text-needs">{words.blocked(blocked)}</span>}
      {depends.length === 0 ? null : <span>{words.depends(depends.join(', '))}</span>}
      {requirements.length === 0 ? null : (
        <span>{words.requirements(requirements.join(', '))}</span>
      )}
      {isAside ? (
        <span>{words.putAside}</span>
      ) : optional ? (
        <span>{words.optionalMark}</span>
      ) : null}
      {parallel ? (
        <span title={words.parallel}>
          (P)<span className="sr-only"> {words.parallel}</span>
        </span>
      ) : null}
    </span>
  )
}

interface Look {
  Icon: LucideIcon
  className: string
  word: string
}

const aside = ({ workflow }: Messages): Look => ({
  Icon: CircleMinus,
  className: 'text-muted',
  word: workflow.tasks.putAside,
})

function lookOf({ workflow }: Messages, task: Task): Look {
  const words = workflow.tasks
  switch (task.state) {
    case 'done':
      return { Icon: Check, className: 'text-done', word: words.done }
    case 'in-progress':
      return { Icon: CircleDot, className: 'text-running', word: words.inProgress }
    case 'queued':
      return { Icon: Clock, className: 'text-muted', word: words.queued }
    case 'open':
      return { Icon: Circle, className: 'text-faint', word: words.openState }
    default:
      return task.state satisfies never
  }
}
