import { useState } from 'react'
import { CHECK_NAME, isCommand } from '../../../core/settings/command-settings.ts'
import { useMessages } from '../../i18n/messages.ts'
import { wordsOfRefusal } from '../../i18n/words.ts'
import type { Refusal } from '../../app/live.ts'
import { Button } from '../../ui/Button.tsx'
import { Field, INPUT } from '../../ui/Field.tsx'
import { useChecks } from './checks-store.ts'
import { wordsIn } from './command-words.ts'

/** Adds a check typed by the user: a program and its arguments, never a shell line. */
export function CheckForm() {
  const m = useMessages()
  const words = m.delivery.declare
  const [name, setName] = useState('')
  const [line, setLine] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const command = wordsIn(line)
  const isReady = CHECK_NAME.test(name) && command !== null && isCommand(command)
  const add = async (): Promise<void> => {
    if (command === null) return
    setBusy(true)
    const refused = await useChecks
      .getState()
      .add({ name, command, in: null, timeoutMinutes: null })
    setBusy(false)
    setRefusal(refused)
    if (refused !== null) return
    setName('')
    setLine('')
  }
  return (
    <form
      className="flex flex-col gap-2 border-t border-line pt-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) void add()
      }}
    >
      <div className="flex gap-2 max-md:flex-col">
        <Field label={words.name}>
          {(ids) => (
            <input
              {...ids}
              value={name}
              maxLength={60}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              className={`${INPUT} w-32 font-mono max-md:w-full`}
              onChange={(event) => setName(event.target.value.trim())}
            />
          )}
        </Field>
        <div className="min-w-0 grow">
          <Field
            label={words.command}
            help={words.commandHelp}
            error={refusal === null ? null : wordsOfRefusal(m, refusal)}
          >
            {(ids) => (
              <input
                {...ids}
                value={line}
                autoComplete="off"
                autoCapitalize="off"
                spellCheck={false}
                placeholder="npm test"
                className={`${INPUT} w-full font-mono`}
                onChange={(event) => setLine(event.target.value)}
              />
            )}
          </Field>
        </div>
      </div>
      <div>
        <Button
          type="submit"
          disabled={!isReady}
          isBusy={isBusy}
          className="max-md:h-12 max-md:w-full"
        >
          {words.addOwn}
        </Button>
      </div>
    </form>
  )
}
