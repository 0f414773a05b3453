import { ChevronRight } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Decoration, Diff, Hunk } from 'react-diff-view'
import 'react-diff-view/style/index.css'
import { useMessages } from '../../../i18n/messages.ts'
import { Button } from '../../../ui/Button.tsx'
import type { DiffLayout } from './changes-store.ts'
import { filesIn, firstLines, leftOut, type ChangedFile } from './diff-files.ts'
import './diff.css'

const MANY_FILES = 20
const MANY_LINES = 400
const STEP = 1500

interface DiffFilesProps {
  diff: string
  untracked: string[]
  layout: DiffLayout
}

export function DiffFiles({ diff, untracked, layout }: DiffFilesProps) {
  const { workflow } = useMessages()
  const words = workflow.changes
  const files = useMemo(() => filesIn(diff), [diff])
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map())
  if (files === null) return <AsPrinted diff={diff} />
  const isOpen = ({ path, lines }: ChangedFile): boolean =>
    chosen.get(path) ?? (files.length <= MANY_FILES && lines <= MANY_LINES)
  const setAll = (open: boolean): void => setChosen(new Map(files.map(({ path }) => [path, open])))
  const sum = (of: 'added' | 'removed'): number =>
    files.reduce((total, file) => total + file[of], 0)
  const missing = leftOut(files, untracked)
  const anyOpen = files.some(isOpen)
  return (
    <div
      tabIndex={0}
      role="region"
      aria-label={words.files(files.length)}
      className="min-h-0 grow overflow-y-auto"
    >
      <div className="flex items-center gap-3 border-b border-line px-3 py-1 text-xs max-md:text-sm">
        <span>{words.files(files.length)}</span>
        <Counts added={sum('added')} removed={sum('removed')} />
        <span className="grow" />
        <Button kind="quiet" size="small" onClick={() => setAll(!anyOpen)}>
          {anyOpen ? words.collapseAll : words.expandAll}
        </Button>
      </div>
      {files.map((file) => (
        <File
          key={`${file.file.oldPath}\0${file.file.newPath}`}
          changed={file}
          layout={layout}
          isOpen={isOpen(file)}
          onToggle={() => setChosen(new Map(chosen).set(file.path, !isOpen(file)))}
        />
      ))}
      {missing.length === 0 ? null : (
        <details className="px-3 py-2 text-xs text-muted">
          <summary>{words.leftOut(missing.length)}</summary>
          <ul className="font-mono">
            {missing.map((path) => (
              <li key={path}>{path}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

interface FileProps {
  changed: ChangedFile
  layout: DiffLayout
  isOpen: boolean
  onToggle(): void
}

function File({ changed, layout, isOpen, onToggle }: FileProps) {
  const { types } = useMessages().workflow.changes
  const { file, path, added, removed } = changed
  const isMoved = file.type === 'rename' || file.type === 'copy'
  return (
    <section aria-label={path} className="border-b border-line">
      <h2 className="sticky top-0 z-10 bg-raised">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={onToggle}
          className="flex min-h-7 w-full items-center gap-2 px-3 text-left text-xs hover:bg-hover max-md:min-h-11"
        >
          <ChevronRight
            aria-hidden
            className={`size-3.5 shrink-0 text-faint transition-transform ${isOpen ? 'rotate-90' : ''}`}
          />
          <span className="min-w-0 break-all font-mono">
            {isMoved ? `${file.oldPath} → ${path}` : path}
          </span>
          <span className="shrink-0 text-muted">{types[file.type]}</span>
          <span className="grow" />
          <Counts added={added} removed={removed} />
        </button>
      </h2>
      {isOpen ? <Lines changed={changed} layout={layout} /> : null}
    </section>
  )
}

function Lines({ changed, layout }: { changed: ChangedFile; layout: DiffLayout }) {
  const words = useMessages().workflow.changes
  const [limit, setLimit] = useState(STEP)
  const { file, lines } = changed
  const hunks = useMemo(() => firstLines(file.hunks, limit), [file, limit])
  if (lines === 0) return <p className="px-9 py-2 text-xs text-muted">{words.noText}</p>
  return (
    <>
      <Diff viewType={layout} diffType={file.type} hunks={hunks} className="sdd-diff">
        {(shown) =>
          shown.flatMap((hunk) => [
            <Decoration key={`at ${hunk.content}`}>
              <span className="px-2 text-muted">{hunk.content}</span>
            </Decoration>,
            <Hunk key={hunk.content} hunk={hunk} />,
          ])
        }
      </Diff>
      {lines > limit ? (
        <div className="p-2 text-center">
          <Button size="small" onClick={() => setLimit(limit + STEP)}>
            {words.more(Math.min(STEP, lines - limit))}
          </Button>
        </div>
      ) : null}
    </>
  )
}

function Counts({ added, removed }: { added: number; removed: number }) {
  const { changes } = useMessages().workflow
  return (
    <span className="shrink-0 font-mono text-xs">
      <span aria-hidden>
        <span className="text-done">+{added}</span> <span className="text-failed">−{removed}</span>
      </span>
      <span className="sr-only">{changes.lines(added, removed)}</span>
    </span>
  )
}

function AsPrinted({ diff }: { diff: string }) {
  const { changes } = useMessages().workflow
  return (
    <div
      tabIndex={0}
      role="region"
      aria-label={changes.unreadable}
      className="min-h-0 grow overflow-auto"
    >
      <p className="px-3 py-2 text-muted">{changes.unreadable}</p>
      <pre className="px-3 font-mono text-xs">{diff}</pre>
    </div>
  )
}
