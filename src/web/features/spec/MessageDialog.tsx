import { useState } from 'react'
import type { ItemRow } from '../../../contracts/views/board.ts'
import { MAX_INSTRUCTION } from '../../../contracts/run-state.ts'
import { useMessages } from '../../i18n/messages.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogFooter } from '../../ui/DialogFooter.tsx'
import { Field, INPUT } from '../../ui/Field.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { showRefusal } from '../notices/notices-store.ts'
import { messageAgent } from '../items/spec-commands.ts'

export function MessageDialog({ row, onClose }: { row: ItemRow; onClose(): void }) {
  const { workflow } = useMessages()
  const words = workflow.message
  const [text, setText] = useState('')
  const [isNow, setNow] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const isReady = text.trim() !== ''
  const send = async (): Promise<void> => {
    if (!isReady || isBusy) return
    setBusy(true)
    const reply = await messageAgent(row.item, { text: text.trim(), now: isNow })
    setBusy(false)
    if (!reply.ok) return showRefusal(reply.error, row.item)
    onClose()
  }
  return (
    <Dialog
      isOpen
      title={words.title(row.item.name)}
      description={words.why}
      onClose={onClose}
      footer={
        <DialogFooter isReady={isReady} isBusy={isBusy} onCancel={onClose} onConfirm={send}>
          {words.confirm}
        </DialogFooter>
      }
    >
      <div className="flex flex-col gap-3">
        <Field label={words.text}>
          {(ids) => (
            <textarea
              {...ids}
              required
              rows={5}
              maxLength={MAX_INSTRUCTION}
              value={text}
              className={INPUT}
              onChange={(event) => setText(event.target.value)}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send()
              }}
            />
          )}
        </Field>
        {row.run.status === 'running' ? (
          <div className="flex items-start gap-2">
            <Switch label={words.now} isOn={isNow} onChange={setNow} />
            <div>
              <p aria-hidden>{words.now}</p>
              <p className="text-xs text-muted max-md:text-sm">{words.nowHelp}</p>
            </div>
          </div>
        ) : null}
      </div>
    </Dialog>
  )
}
