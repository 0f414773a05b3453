import { LongText } from '../../../../ui/text/LongText.tsx'
import { tokensOf } from '../colours/colours-store.ts'
import type { PatchLine } from './read-patch.ts'

interface CodeTextProps {
  line: PatchLine
  marked: string
  isCurrent: boolean
}

/** The text of a line, coloured once tokens exist; a search match is highlighted instead. */
export function CodeText({ line, marked, isCurrent }: CodeTextProps) {
  const { text } = line
  const isFound = marked !== '' && text.toLowerCase().includes(marked)
  const tokens = isFound ? null : tokensOf(line)
  if (tokens === null)
    return <LongText text={text} marked={isFound ? marked : ''} isCurrent={isCurrent} />
  return (
    <div className="break-words whitespace-pre-wrap [overflow-wrap:anywhere]">
      {tokens.map(({ text: piece, look }, at) =>
        look === null ? (
          piece
        ) : (
          // The pieces of a line never change their order.
          <span key={at} className={`code-${look}`}>
            {piece}
          </span>
        ),
      )}
    </div>
  )
}
