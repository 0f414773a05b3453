import { useMessages } from '../../../../i18n/messages.ts'
import { FindBar } from '../../../../ui/text/FindBar.tsx'
import type { Finding } from './finding.ts'

interface FindStripProps {
  finding: Finding
  at: number
  total: number
  onStep(step: 1 | -1): void
}

export function FindStrip({ finding, at, total, onStep }: FindStripProps) {
  const { find } = useMessages().documents
  if (!finding.isOpen) return null
  return (
    <div className="flex shrink-0 border-b border-line bg-surface px-3 py-1">
      <FindBar
        label={find.label}
        query={finding.query}
        at={at + 1}
        total={total}
        inputRef={finding.input}
        onQuery={finding.setQuery}
        onStep={onStep}
        onClose={finding.close}
      />
    </div>
  )
}
