import { Plus, Trash2 } from 'lucide-react'
import { Waiting } from '../connection/Waiting.tsx'
import { useEffect, useState, type ReactNode } from 'react'
import type { DeclaredCheck, SuggestedCheck } from '../../../contracts/views/checks-view.ts'
import type { Refusal } from '../../app/live.ts'
import { useMessages } from '../../i18n/messages.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { useConnection } from '../connection/connection-store.ts'
import { showRefusal } from '../notices/notices-store.ts'
import { CheckForm } from './CheckForm.tsx'
import { useChecks } from './checks-store.ts'

/** The commands that verify the code of this project, and the repository's suggestions. */
export function ChecksDialog({ onClose }: { onClose(): void }) {
  const { delivery } = useMessages()
  const words = delivery.declare
  const view = useChecks((state) => state.view)
  const suggestions = useChecks((state) => state.suggestions)
  const reloads = useConnection((state) => state.reloads)
  useEffect(() => void useChecks.getState().load(), [reloads])
  return (
    <Dialog title={words.title} description={words.about} isOpen onClose={onClose}>
      {view === null ? <Waiting className="" /> : null}
      {view?.checks.length === 0 ? <p className="text-muted">{words.none}</p> : null}
      <ul className="flex flex-col gap-2">
        {(view?.checks ?? []).map((check) => (
          <Declared key={check.name} check={check} />
        ))}
      </ul>
      {suggestions === null || suggestions.checks.length === 0 ? null : (
        <section aria-label={words.suggested} className="flex flex-col gap-2">
          <h3 className="text-sm font-medium">{words.suggested}</h3>
          <ul className="flex flex-col gap-2">
            {suggestions.checks.map((check) => (
              <Suggested key={check.name} check={check} />
            ))}
          </ul>
        </section>
      )}
      <CheckForm />
    </Dialog>
  )
}

function Declared({ check }: { check: DeclaredCheck }) {
  const words = useMessages().delivery.declare
  const { name, source, state, missing } = check
  return (
    <li className="flex min-w-0 items-center gap-2">
      <div className="min-w-0 grow">
        <p className="flex flex-wrap gap-x-2">
          <span className="font-mono">{name}</span>
          <span className={state === 'ready' ? 'text-done' : 'text-needs'}>
            {words.states[state]}
            {missing === null ? null : ` (${missing})`}
          </span>
          <span className="text-muted">{words.sources[source]}</span>
        </p>
        <Command words={check.command} folder={check.in} />
      </div>
      {source === 'project' ? (
        <Act
          label={words.remove(name)}
          icon={<Trash2 aria-hidden className="size-3.5" />}
          act={() => useChecks.getState().remove(name)}
        >
          {words.removeShort}
        </Act>
      ) : null}
    </li>
  )
}

function Suggested({ check }: { check: SuggestedCheck }) {
  const words = useMessages().delivery.declare
  const { name, command, source } = check
  return (
    <li className="flex min-w-0 items-center gap-2">
      <div className="min-w-0 grow">
        <p className="flex flex-wrap gap-x-2">
          <span className="font-mono">{name}</span>
          <span className="text-muted">{words.from(source)}</span>
        </p>
        <Command words={command} folder={null} />
      </div>
      <Act
        label={words.add(name)}
        icon={<Plus aria-hidden className="size-3.5" />}
        act={() => useChecks.getState().add({ name, command, in: null, timeoutMinutes: null })}
      >
        {words.addShort}
      </Act>
    </li>
  )
}

/** Renders untrusted text as plain text. */
function Command({ words, folder }: { words: string[]; folder: string | null }) {
  const declare = useMessages().delivery.declare
  return (
    <p className="font-mono text-xs text-muted [overflow-wrap:anywhere]">
      {words
        .map((word) => (/[\s"'\\]/.test(word) || word === '' ? JSON.stringify(word) : word))
        .join(' ')}
      {folder === null ? null : ` ${declare.inFolder(folder)}`}
    </p>
  )
}

interface ActProps {
  label: string
  icon: ReactNode
  /** Resolves to why it failed, or null. */
  act(): Promise<Refusal | null>
  children: string
}

function Act({ label, icon, act, children }: ActProps) {
  const [isBusy, setBusy] = useState(false)
  const run = async (): Promise<void> => {
    setBusy(true)
    const refusal = await act()
    setBusy(false)
    if (refusal !== null) showRefusal(refusal)
  }
  return (
    <Button
      size="small"
      aria-label={label}
      isBusy={isBusy}
      icon={icon}
      className="max-md:h-11"
      onClick={() => void run()}
    >
      {children}
    </Button>
  )
}
