import { X } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { useMessages } from '../../../i18n/messages.ts'
import { wordsOfRefusal } from '../../../i18n/words.ts'
import { Button } from '../../../ui/Button.tsx'
import { Field, INPUT } from '../../../ui/Field.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { useSettings } from '../settings-store.ts'

const HOST_NAME = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/

export function AllowedHosts({ hosts }: { hosts: string[] }) {
  const m = useMessages()
  const { remote: words } = m.settings
  const [text, setText] = useState('')
  const [error, setError] = useState<string | null>(null)
  const save = async (next: string[]): Promise<boolean> => {
    const refusal = await useSettings.getState().setAllowedHosts(next)
    setError(refusal === null ? null : wordsOfRefusal(m, refusal))
    return refusal === null
  }
  const add = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const name = text.trim().toLowerCase()
    if (!HOST_NAME.test(name)) return setError(words.badHost)
    if (await save([...new Set([...hosts, name])])) setText('')
  }
  return (
    <section className="mb-6">
      <h3 className="text-sm font-semibold">{words.hosts}</h3>
      <p className="text-muted">{words.hostsHelp}</p>
      <ul className="mt-1 border-t border-line">
        {hosts.map((host) => (
          <li key={host} className="flex items-center gap-2 border-b border-line py-1">
            <code className="min-w-0 grow font-mono break-all">{host}</code>
            <IconButton
              label={words.hostsRemove(host)}
              icon={<X aria-hidden className="size-4" />}
              onClick={() => void save(hosts.filter((other) => other !== host))}
            />
          </li>
        ))}
      </ul>
      <form onSubmit={(event) => void add(event)} className="flex items-start gap-2 py-2">
        <div className="w-full max-w-80">
          <Field label={words.hostsNew} error={error}>
            {(ids) => (
              <input
                {...ids}
                value={text}
                placeholder={words.hostsExample}
                spellCheck={false}
                autoCapitalize="off"
                onChange={(event) => setText(event.target.value)}
                className={`${INPUT} h-8 max-md:h-11`}
              />
            )}
          </Field>
        </div>
        <Button type="submit" className="mt-6">
          {words.hostsAdd}
        </Button>
      </form>
    </section>
  )
}
