import { useId, useState } from 'react'
import type { ItemRow } from '../../../contracts/views/board.ts'
import type { Phase } from '../../../contracts/phases.ts'
import { useMessages } from '../../i18n/messages.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogFooter } from '../../ui/DialogFooter.tsx'
import { showRefusal } from '../notices/notices-store.ts'
import { perform } from '../items/spec-commands.ts'
import { retryFrom } from '../../../core/views/offered.ts'
import { phasesOf, workflowOf } from '../../../core/workflow/workflows.ts'

export function RetryDialog({ row, onClose }: { row: ItemRow; onClose(): void }) {
  const { common, workflow } = useMessages()
  const words = workflow.retry
  const offered = phasesOf(workflowOf(row))
  const possible = offered.filter((phase) => retryFrom(row, phase) !== null)
  const [from, setFrom] = useState<Phase | null>(possible.at(-1) ?? null)
  const [isBusy, setBusy] = useState(false)
  const name = useId()
  const send = async (): Promise<void> => {
    if (from === null) return
    setBusy(true)
    const reply = await perform(row.item, { type: 'retry', from })
    setBusy(false)
    if (!reply.ok) showRefusal(reply.error, row.item)
    onClose()
  }
  return (
    <Dialog
      isOpen
      title={words.title(row.item.name)}
      description={words.why}
      onClose={onClose}
      footer={
        <DialogFooter isReady={from !== null} isBusy={isBusy} onCancel={onClose} onConfirm={send}>
          {words.confirm}
        </DialogFooter>
      }
    >
      <fieldset className="flex flex-col">
        <legend className="pb-1 font-medium">{words.choose}</legend>
        {offered.map((phase) => {
          const isPossible = possible.includes(phase)
          return (
            <label
              key={phase}
              className={`flex h-8 items-center gap-2 max-md:h-11 ${isPossible ? '' : 'text-faint'}`}
            >
              <input
                type="radio"
                name={name}
                value={phase}
                checked={from === phase}
                disabled={!isPossible}
                onChange={() => setFrom(phase)}
                className="size-4 accent-accent"
              />
              {common.phases[phase]}
              {isPossible ? null : (
                <span className="text-xs">
                  {row.permissions[phase] ? words.locked : words.nogo}
                </span>
              )}
            </label>
          )
        })}
      </fieldset>
    </Dialog>
  )
}
