import { FilePen, Square } from 'lucide-react'
import { useEffect, useState } from 'react'
import { MAX_ASKED } from '../../../contracts/views/call-limits.ts'
import type { Refusal } from '../../app/live.ts'
import { useMessages } from '../../i18n/messages.ts'
import { wordsOfRefusal } from '../../i18n/words.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field, INPUT } from '../../ui/Field.tsx'
import { isOpen, useAsks } from '../ask/ask-store.ts'
import { Waiting } from '../connection/Waiting.tsx'
import { SteeringDocument } from './SteeringDocument.tsx'
import { useSteering } from './steering-store.ts'

/** Steering documents: an agent proposes changes, the user accepts them. */
export function SteeringDialog({ onClose }: { onClose(): void }) {
  const m = useMessages()
  const words = m.ask.steering
  const work = useProposals()
  const [text, setText] = useState('')
  const { view, last } = work
  const isBusy = last !== undefined && isOpen(last)
  const isThere = view?.documents.some((one) => one.text !== null) ?? false
  return (
    <Dialog
      title={words.title}
      description={words.about}
      isOpen
      onClose={onClose}
      width="wide"
      footer={
        <>
          {isBusy ? (
            <Button icon={<Square aria-hidden className="size-3.5" />} onClick={work.stop}>
              {m.ask.stop}
            </Button>
          ) : null}
          <Button
            kind="primary"
            isBusy={isBusy}
            icon={<FilePen aria-hidden className="size-3.5" />}
            onClick={() => work.write(text.trim() || words.plain)}
          >
            {isThere ? words.renew : words.write}
          </Button>
        </>
      }
    >
      {view === null ? <Waiting className="" /> : null}
      {view?.documents.map((draft) => (
        <SteeringDocument key={draft.name} draft={draft} onAccept={() => work.accept(draft)} />
      ))}
      {last === undefined ? null : (
        <p role="status" className="text-xs text-muted">
          {m.ask.statuses[last.status]}
          {last.status === 'failed' ? `: ${last.answer}` : ''}
        </p>
      )}
      <Field
        label={words.mind}
        error={work.refusal === null ? null : wordsOfRefusal(m, work.refusal)}
      >
        {(ids) => (
          <textarea
            {...ids}
            rows={2}
            maxLength={MAX_ASKED}
            value={text}
            className={INPUT}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
    </Dialog>
  )
}

function useProposals() {
  const view = useSteering((state) => state.view)
  const last = useAsks(({ conversations }) => conversations.get('steering')?.at(-1))
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  useEffect(() => void useAsks.getState().load('steering').then(setRefusal), [])
  // The host extracts the proposals from an answer once it has arrived.
  useEffect(() => void useSteering.getState().load().then(setRefusal), [last?.id, last?.status])
  const write = (text: string): void =>
    void useAsks.getState().ask('steering', { text, fresh: true }).then(setRefusal)
  return {
    view,
    last,
    refusal,
    write,
    stop: (): void => void useAsks.getState().stop('steering').then(setRefusal),
    accept: async (draft: Parameters<ReturnType<typeof useSteering.getState>['accept']>[0]) =>
      setRefusal(await useSteering.getState().accept(draft)),
  }
}
