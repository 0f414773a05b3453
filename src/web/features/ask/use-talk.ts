import { useEffect, useMemo, useState } from 'react'
import type { AskAbout } from '../../../contracts/views/asks.ts'
import { talksOf } from '../../../core/asks/talks.ts'
import type { Refusal } from '../../app/live.ts'
import { isOpen, keyOf, useAsks } from './ask-store.ts'

export type Talking = ReturnType<typeof useTalk>

/** The conversation on screen: the last one, a new one, or an earlier one by its number. */
type Shown = 'last' | 'new' | number

/** State of a conversation and its next question. */
export function useTalk(about: AskAbout) {
  const turns = useAsks(({ conversations }) => conversations.get(keyOf(about)))
  const [text, setText] = useState('')
  const [which, setWhich] = useState<Shown>('last')
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  useEffect(() => void useAsks.getState().load(about).then(setRefusal), [about])
  const [isSending, setSending] = useState(false)
  const isBusy = isSending || (turns?.some(isOpen) ?? false)
  const talks = useMemo(() => talksOf(turns ?? []), [turns])
  const here =
    which === 'last'
      ? talks[0]
      : talks.find(({ conversation }) => which !== 'new' && conversation === which)
  const send = async (): Promise<void> => {
    const question = text.trim()
    if (question === '' || isBusy) return
    setSending(true)
    const place = here === undefined ? {} : { conversation: here.conversation }
    const why = await useAsks
      .getState()
      .ask(about, { text: question, fresh: which === 'new', ...place })
    setSending(false)
    setRefusal(why)
    if (why !== null) return
    setText('')
    setWhich('last')
  }
  const stop = async (): Promise<void> => setRefusal(await useAsks.getState().stop(about))
  return {
    shown: here?.turns ?? NO_TURNS,
    earlier: talks.filter((talk) => talk !== here),
    text,
    setText,
    isBusy,
    refusal,
    send,
    stop,
    begin: () => setWhich('new'),
    reopen: (conversation: number) => setWhich(conversation),
  }
}

const NO_TURNS: never[] = []
