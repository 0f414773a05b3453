import type { ItemRow } from '../../../../../contracts/views/board.ts'
import type { ChangedFile } from '../../../../../contracts/views/changes.ts'
import { retryFrom } from '../../../../../core/views/offered.ts'
import { workflowOf } from '../../../../../core/workflow/workflows.ts'
import { useChangeWords } from '../../../../i18n/reading-words.ts'
import { Button } from '../../../../ui/Button.tsx'
import { ActionButton } from '../../../items/ActionButton.tsx'
import type { OpenFiles } from '../use-open-files.ts'
import { CountMarks } from './FileMarks.tsx'
import { countsOf } from './sections.ts'

interface FilesSummaryProps {
  row: ItemRow
  files: readonly ChangedFile[]
  isViewed(file: ChangedFile): boolean
  comments: number
  open: OpenFiles
}

/** How much changed, how much was viewed, and how many comments there are. */
export function FilesSummary({ row, files, isViewed, comments, open }: FilesSummaryProps) {
  const words = useChangeWords()
  const own = files.filter(({ owner }) => owner.by === 'item')
  const anyOpen = own.some(open.isOpen)
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-1 text-xs max-md:text-sm">
      {own.length === 0 ? (
        <p className="text-muted">{words.othersOnly}</p>
      ) : (
        <>
          <span>{words.files(own.length)}</span>
          <CountMarks {...countsOf(own)} />
          <span role="status" className="text-muted">
            {words.viewedCount(own.filter(isViewed).length, own.length)}
          </span>
        </>
      )}
      {comments === 0 ? null : <Comments row={row} count={comments} />}
      {own.length === 0 ? null : (
        <Button
          kind="quiet"
          size="small"
          className="ml-auto max-md:min-h-11"
          onClick={() => open.setAll(own, !anyOpen)}
        >
          {anyOpen ? words.collapseAll : words.expandAll}
        </Button>
      )}
    </div>
  )
}

/** Comments reach the next agent that works on the code; the user can start it at once. */
function Comments({ row, count }: { row: ItemRow; count: number }) {
  const words = useChangeWords()
  const code = workflowOf(row).phases.find(({ kind }) => kind === 'code')
  const again = code === undefined ? null : retryFrom(row, code.phase)
  return (
    <span className="flex flex-wrap items-center gap-2 text-needs">
      {words.sendComments(count)}
      {again === null ? null : <ActionButton row={row} action={again} size="small" />}
    </span>
  )
}
