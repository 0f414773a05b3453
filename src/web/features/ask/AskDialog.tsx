import { MessageCircleQuestion, Square } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { AskAbout } from '../../../contracts/views/asks.ts'
import { MAX_ASKED } from '../../../contracts/views/call-limits.ts'
import { useMessages } from '../../i18n/messages.ts'
import { wordsOfRefusal } from '../../i18n/words.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field, INPUT } from '../../ui/Field.tsx'
import { AskTurn } from './AskTurn.tsx'
import { titleOf } from './ask-title.ts'
import { EarlierTalks } from './EarlierTalks.tsx'
import { useTalk, type Talking } from './use-talk.ts'

export interface AskDialogProps {
  about: AskAbout
  onClose(): void
}

/** A conversation with a read-only agent. */
export function AskDialog({ about, onClose }: AskDialogProps) {
  const m = useMessages()
  const isPlan = about === 'plan'
  const talk = useTalk(about)
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'nearest' })
  }, [talk.shown])
  return (
    <Dialog
      title={titleOf(m, about)}
      description={isPlan ? m.ask.planAbout : m.ask.about}
      isOpen
      onClose={onClose}
      width="wide"
      footer={<Buttons talk={talk} send={isPlan ? m.ask.sendPlan : m.ask.send} />}
    >
      <EarlierTalks talk={talk} />
      <div role="log" aria-label={m.ask.conversation} className="flex flex-col gap-3">
        {talk.shown.map((turn) => (
          <AskTurn key={turn.id} turn={turn} isPlan={isPlan} />
        ))}
        <div ref={end} />
      </div>
      <Field
        label={isPlan ? m.ask.idea : m.ask.question}
        error={talk.refusal === null ? null : wordsOfRefusal(m, talk.refusal)}
      >
        {(ids) => (
          <textarea
            {...ids}
            rows={3}
            maxLength={MAX_ASKED}
            value={talk.text}
            className={INPUT}
            onChange={(event) => talk.setText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void talk.send()
            }}
          />
        )}
      </Field>
    </Dialog>
  )
}

function Buttons({ talk, send }: { talk: Talking; send: string }) {
  const { ask } = useMessages()
  return (
    <>
      {talk.shown.length > 0 && !talk.isBusy ? (
        <Button kind="quiet" onClick={talk.begin}>
          {ask.fresh}
        </Button>
      ) : null}
      {talk.isBusy ? (
        <Button icon={<Square aria-hidden className="size-3.5" />} onClick={() => void talk.stop()}>
          {ask.stop}
        </Button>
      ) : null}
      <Button
        kind="primary"
        icon={<MessageCircleQuestion aria-hidden className="size-3.5" />}
        disabled={talk.text.trim() === '' || talk.isBusy}
        onClick={() => void talk.send()}
      >
        {send}
      </Button>
    </>
  )
}
