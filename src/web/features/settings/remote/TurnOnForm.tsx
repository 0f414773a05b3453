import { useState, type FormEvent } from 'react'
import type { AccessView } from '../../../../contracts/views/access-view.ts'
import { useMessages } from '../../../i18n/messages.ts'
import { wordsOfRefusal } from '../../../i18n/words.ts'
import { Button } from '../../../ui/Button.tsx'
import { Field, INPUT } from '../../../ui/Field.tsx'
import { choicesOf, kindOfAddress } from './addresses.ts'
import { ChoiceGroup } from '../ChoiceGroup.tsx'
import { useSettings } from '../settings-store.ts'

export function TurnOnForm({ access }: { access: AccessView }) {
  const m = useMessages()
  const { remote: words } = m.settings
  const choices = choicesOf(access)
  const [chosen, setChosen] = useState<string | null>(null)
  const [port, setPort] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const address = choices.find((choice) => choice.address === chosen) ?? choices[0]
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (address === undefined) return
    const number = port.trim() === '' ? null : Number(port)
    if (number !== null && !(Number.isInteger(number) && number > 0 && number < 65_536))
      return setError(words.badPort)
    setBusy(true)
    const refusal = await useSettings
      .getState()
      .setRemote({ address: address.address, port: number })
    setBusy(false)
    setError(refusal === null ? null : wordsOfRefusal(m, refusal))
  }
  return (
    <form onSubmit={(event) => void submit(event)} className="mb-6 border-t border-line">
      <ChoiceGroup
        label={words.address}
        value={address?.address ?? ''}
        isColumn
        choices={choices.map((choice) => ({
          key: choice.address,
          label: `${choice.address} (${choice.interface})`,
          help: words.kinds[kindOfAddress(choice.address)],
        }))}
        onChange={setChosen}
      />
      {access.addresses.length === 0 ? <p className="py-2 text-needs">{words.noAddress}</p> : null}
      <div className="flex flex-wrap items-start gap-4 py-3">
        <div className="w-44">
          <Field label={words.port} help={words.portHelp} error={error}>
            {(ids) => (
              <input
                {...ids}
                value={port}
                inputMode="numeric"
                onChange={(event) => setPort(event.target.value)}
                className={`${INPUT} h-8 max-md:h-11`}
              />
            )}
          </Field>
        </div>
        <Button type="submit" kind="primary" isBusy={isBusy} className="mt-6">
          {words.turnOn}
        </Button>
      </div>
    </form>
  )
}
