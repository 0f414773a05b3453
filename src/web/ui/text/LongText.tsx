import { useState } from 'react'
import { useMessages } from '../../i18n/messages.ts'
import { Button } from '../Button.tsx'
import { Marked } from './Marked.tsx'

const SHOWN = 20_000

interface LongTextProps {
  text: string
  marked: string
  isCurrent: boolean
  className?: string
}

/** Preformatted text; a huge one is cut until the user wants all of it. */
export function LongText({ text, marked, isCurrent, className = '' }: LongTextProps) {
  const { documents } = useMessages()
  const [isWhole, setWhole] = useState(false)
  const isCut = text.length > SHOWN && !isWhole
  return (
    <div className={`break-words whitespace-pre-wrap [overflow-wrap:anywhere] ${className}`}>
      <Marked text={isCut ? text.slice(0, SHOWN) : text} query={marked} isCurrent={isCurrent} />
      {isCut ? (
        <Button size="small" className="ml-2 font-sans" onClick={() => setWhole(true)}>
          {documents.showAll(sizeOf(text.length))}
        </Button>
      ) : null}
    </div>
  )
}

const sizeOf = (length: number): string =>
  length < 1_000_000 ? `${Math.round(length / 1000)} KB` : `${(length / 1_000_000).toFixed(1)} MB`
