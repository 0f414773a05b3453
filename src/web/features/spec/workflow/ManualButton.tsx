import { Play } from 'lucide-react'
import type { ItemRow } from '../../../../contracts/views/board.ts'
import type { Phase } from '../../../../contracts/phases.ts'
import { definitionOf } from '../../../../core/workflow/workflows.ts'
import { useMessages } from '../../../i18n/messages.ts'
import { wordsOfAction } from '../../../i18n/words.ts'
import { Tip } from '../../../ui/Tip.tsx'
import { ActionButton } from '../../items/ActionButton.tsx'
import { useWhyNot } from '../../workers/use-why-not.ts'
import { whyNotManually } from './why-not-manually.ts'

/** Runs one phase manually, or says why that cannot be done now. */
export function ManualButton({ row, phase }: { row: ItemRow; phase: Phase }) {
  const m = useMessages()
  const mayNot = useWhyNot('operator')
  const why = mayNot ?? whyNotManually(m, row, phase)
  const action = { type: 'run-phase', phase, fix: false } as const
  // What has been deployed is not deployed twice.
  if (definitionOf(phase).kind === 'release' && row.passed.includes(phase)) return null
  if (why === null)
    return (
      <ActionButton
        row={row}
        action={action}
        kind="quiet"
        size="small"
        className="max-md:min-h-11"
      />
    )
  return (
    <Tip text={why}>
      <button
        type="button"
        aria-disabled
        className="inline-flex h-6 shrink-0 cursor-not-allowed items-center gap-1.5 rounded-md px-2 text-xs text-muted opacity-60 max-md:min-h-11 max-md:text-sm"
      >
        <Play aria-hidden className="size-3.5 shrink-0" />
        {wordsOfAction(m, action)}
      </button>
    </Tip>
  )
}
