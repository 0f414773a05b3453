import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useMessages } from '../../../i18n/messages.ts'
import { copyText } from '../../../ui/text/copy-text.ts'

/** Just a plain button: a hundred rows render it ten times a second. */
export function CopyLine({ text }: { text(): string }) {
  const { agents, common } = useMessages()
  const [isCopied, setCopied] = useState(false)
  const Icon = isCopied ? Check : Copy
  return (
    <button
      type="button"
      aria-label={isCopied ? common.copied : agents.log.copyLine}
      title={agents.log.copyLine}
      onClick={() => void copyText(text()).then(setCopied)}
      onPointerLeave={() => setCopied(false)}
      className="absolute top-0 right-2 inline-flex size-6 items-center justify-center rounded-md bg-surface text-muted opacity-0 group-hover:opacity-100 hover:bg-hover focus-visible:opacity-100 max-md:hidden"
    >
      <Icon aria-hidden className="size-3.5" />
    </button>
  )
}
