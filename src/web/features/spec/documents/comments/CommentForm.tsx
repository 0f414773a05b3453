import type { WorkItem } from '../../../../../contracts/work-item.ts'
import { useEffect, useRef, useState } from 'react'
import { useMessages } from '../../../../i18n/messages.ts'
import { Button } from '../../../../ui/Button.tsx'
import { INPUT } from '../../../../ui/Field.tsx'
import { quoteOf } from './comment-lines.ts'
import { commentPlace, useComments, type CommentOn } from './comments-store.ts'

interface CommentFormProps {
  owner: WorkItem
  on: CommentOn
  line: number
  text: string
  onClose(): void
}

const MAX_TEXT = 10_000

export function CommentForm({ owner, on, line, text, onClose }: CommentFormProps) {
  const { common, documents } = useMessages()
  const words = documents.comments
  const place = commentPlace(owner, on, line)
  const written = useComments((state) => state.written[place] ?? '')
  const write = useComments((state) => state.write)
  const add = useComments((state) => state.add)
  const [isBusy, setBusy] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  useEffect(() => area.current?.focus(), [])
  const send = async (): Promise<void> => {
    if (written.trim() === '' || isBusy) return
    setBusy(true)
    const isDone = await add(owner, { on, line, quote: quoteOf(text), text: written.trim() })
    setBusy(false)
    if (!isDone) return
    write(place, null)
    onClose()
  }
  return (
    <form
      className="flex flex-col gap-2 border-l-2 border-accent bg-raised px-3 py-2 font-sans text-[13px]"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <textarea
        ref={area}
        aria-label={words.label(line)}
        placeholder={words.placeholder}
        value={written}
        maxLength={MAX_TEXT}
        rows={3}
        className={`${INPUT} resize-y`}
        onChange={({ target }) => write(place, target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose()
          else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send()
          else return
          event.preventDefault()
          event.stopPropagation()
        }}
      />
      <div className="flex flex-wrap items-center gap-2">
        <p className="min-w-0 grow text-xs text-muted">
          {'document' in on ? words.goesTo : words.codeGoesTo}
        </p>
        <Button size="small" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button
          type="submit"
          size="small"
          kind="primary"
          isBusy={isBusy}
          disabled={written.trim() === ''}
        >
          {words.send}
        </Button>
      </div>
    </form>
  )
}
