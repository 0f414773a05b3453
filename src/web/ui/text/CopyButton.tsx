import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useMessages } from '../../i18n/messages.ts'
import { copyText } from './copy-text.ts'
import { IconButton } from '../IconButton.tsx'

interface CopyButtonProps {
  label: string
  /** Called only when copying. */
  text(): string
  className?: string
}

const SHOWN_MS = 1500

export function CopyButton({ label, text, className = '' }: CopyButtonProps) {
  const { common } = useMessages()
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isCopied])
  return (
    <IconButton
      label={isCopied ? common.copied : label}
      icon={
        isCopied ? (
          <Check aria-hidden className="size-4 text-done" />
        ) : (
          <Copy aria-hidden className="size-4" />
        )
      }
      className={className}
      onClick={() => void copyText(text()).then(setCopied)}
    />
  )
}
