import { MessageSquarePlus } from 'lucide-react'
import { useReadingWords } from '../../../../i18n/reading-words.ts'
import type { Block } from './use-block.ts'

interface BlockButtonProps {
  block: Block | null
  onComment(line: number): void
  onStep(by: 1 | -1): void
  onFocus(): void
}

/** Shown next to the block that would be commented on; the arrow keys move it. */
export function BlockButton({ block, onComment, onStep, onFocus }: BlockButtonProps) {
  const words = useReadingWords()
  return (
    <button
      type="button"
      aria-label={words.comment(block?.line ?? 1)}
      onFocus={onFocus}
      onClick={() => onComment(block?.line ?? 1)}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
        event.preventDefault()
        onStep(event.key === 'ArrowDown' ? 1 : -1)
      }}
      style={{ top: block?.top ?? 0 }}
      className={`absolute z-10 inline-flex items-center justify-center rounded-md bg-accent text-on-accent shadow-pop focus-visible:opacity-100 max-md:right-0 max-md:size-11 md:-left-6 md:size-5 ${block === null ? 'opacity-0' : ''}`}
    >
      <MessageSquarePlus aria-hidden className="size-3.5 max-md:size-5" />
    </button>
  )
}
