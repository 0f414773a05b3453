import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useMessages } from '../../../i18n/messages.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { copyText } from '../../../ui/text/copy-text.ts'

/** A text to copy. Browsers have no clipboard over plain HTTP, so it is also selectable. */
export function CopyText({ text }: { text: string }) {
  const { common } = useMessages()
  const [copied, setCopied] = useState<string | null>(null)
  const copy = async (): Promise<void> => {
    if (await copyText(text)) setCopied(text)
  }
  const isCopied = copied === text
  return (
    <span className="flex min-w-0 items-center gap-1">
      <code className="min-w-0 font-mono break-all select-all">{text}</code>
      {window.isSecureContext ? (
        <IconButton
          label={isCopied ? common.copied : common.copy}
          icon={
            isCopied ? (
              <Check aria-hidden className="size-4 text-done" />
            ) : (
              <Copy aria-hidden className="size-4" />
            )
          }
          onClick={() => void copy()}
        />
      ) : null}
    </span>
  )
}
