import { Folder } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { pathOf } from '../../app/routes.ts'
import type { Refusal } from '../../app/live.ts'
import { useMessages } from '../../i18n/messages.ts'
import { wordsOfRefusal } from '../../i18n/words.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field, INPUT } from '../../ui/Field.tsx'
import { useProjects } from './projects-store.ts'

export function OpenProjectDialog({ onClose }: { onClose(): void }) {
  const m = useMessages()
  const { openFolder } = m.shell
  const [dir, setDir] = useState('')
  const { refusal, isBusy, open } = useOpening(onClose)
  return (
    <Dialog
      title={openFolder.title}
      description={openFolder.about}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{m.common.cancel}</Button>
          <Button
            kind="primary"
            type="submit"
            form="open-project"
            disabled={dir.trim() === ''}
            isBusy={isBusy}
          >
            {openFolder.open}
          </Button>
        </>
      }
    >
      <form
        id="open-project"
        onSubmit={(event) => {
          event.preventDefault()
          void open(dir.trim())
        }}
      >
        <Field label={openFolder.path} error={refusal === null ? null : wordsOfRefusal(m, refusal)}>
          {(ids) => (
            <input
              {...ids}
              value={dir}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              className={`${INPUT} font-mono`}
              onChange={(event) => setDir(event.target.value)}
            />
          )}
        </Field>
      </form>
      <Recent onOpen={(recent) => void open(recent)} />
    </Dialog>
  )
}

function useOpening(onOpened: () => void) {
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [, navigate] = useLocation()
  const open = async (dir: string): Promise<void> => {
    setBusy(true)
    const reply = await useProjects.getState().open(dir)
    if (reply.ok) await useProjects.getState().load()
    setBusy(false)
    if (!reply.ok) return setRefusal(reply.error)
    navigate(pathOf(reply.value.id, { screen: 'board' }))
    onOpened()
  }
  return { refusal, isBusy, open }
}

function Recent({ onOpen }: { onOpen(dir: string): void }) {
  const { openFolder } = useMessages().shell
  const hello = useProjects((state) => state.hello)
  const dirs = (hello?.recent ?? []).filter(
    (dir) => !hello?.projects.some((project) => project.dir === dir),
  )
  if (dirs.length === 0) return null
  return (
    <section>
      <h3 className="pb-1 font-medium">{openFolder.recent}</h3>
      <ul>
        {dirs.map((dir) => (
          <li key={dir}>
            <button
              type="button"
              onClick={() => onOpen(dir)}
              className="flex min-h-8 w-full items-center gap-2 rounded-md px-2 text-left font-mono text-xs hover:bg-hover max-md:min-h-11"
            >
              <Folder aria-hidden className="size-4 shrink-0 text-muted" />
              <span className="min-w-0 break-all">{dir}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
