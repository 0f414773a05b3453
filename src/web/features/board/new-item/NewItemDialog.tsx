import { isItemName, itemKey, type ItemKind } from '../../../../contracts/work-item.ts'
import { useId, useState } from 'react'
import { useGo } from '../../../app/routes.ts'
import { useMessages } from '../../../i18n/messages.ts'
import { wordsOfRefusal } from '../../../i18n/words.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field, INPUT } from '../../../ui/Field.tsx'
import type { Refusal } from '../../../app/live.ts'
import { showRefusal } from '../../notices/notices-store.ts'
import { createItem, perform } from '../../items/spec-commands.ts'
import { useRows } from '../../items/rows-store.ts'
import { NameField } from './NameField.tsx'
import { problemOfName } from './item-name.ts'

const LANGUAGE = /^[a-z]{2}(-[A-Za-z]+)?$/

interface NewItemDialogProps {
  kind: ItemKind
  onClose(): void
}

/** A new spec or bug, in the person's words. */
export function NewItemDialog({ kind, onClose }: NewItemDialogProps) {
  const m = useMessages()
  const words = m.board.create
  const form = useNewItem(kind, onClose)
  return (
    <Dialog
      title={words.title[kind]}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{m.common.cancel}</Button>
          <Button
            disabled={!form.isReady}
            isBusy={form.busy === 'create'}
            onClick={() => void form.send('create')}
          >
            {words.create}
          </Button>
          <Button
            kind="primary"
            disabled={!form.isReady}
            isBusy={form.busy === 'run'}
            onClick={() => void form.send('run')}
          >
            {words.createAndRun}
          </Button>
        </>
      }
    >
      <Field label={words.description[kind]} help={words.descriptionHelp[kind]}>
        {(ids) => (
          <textarea
            {...ids}
            rows={4}
            value={form.description}
            className={INPUT}
            onChange={(event) => form.setDescription(event.target.value)}
          />
        )}
      </Field>
      <NameField
        kind={kind}
        name={form.name}
        description={form.description}
        refusal={form.refusal === null ? null : wordsOfRefusal(m, form.refusal)}
        onChange={form.setName}
      />
      {kind === 'spec' ? <QuickBox isQuick={form.isQuick} onChange={form.setQuick} /> : null}
      <Field
        label={words.language}
        help={words.languageHelp}
        error={form.isLanguageBad ? words.languageBad : null}
      >
        {(ids) => (
          <input
            {...ids}
            value={form.language}
            maxLength={20}
            autoCapitalize="off"
            spellCheck={false}
            list="document-languages"
            className={`${INPUT} max-w-40`}
            onChange={(event) => form.setLanguage(event.target.value.trim())}
          />
        )}
      </Field>
      <datalist id="document-languages">
        <option value="en" />
        <option value="ja" />
      </datalist>
    </Dialog>
  )
}

interface QuickBoxProps {
  isQuick: boolean
  onChange(isQuick: boolean): void
}

/** A small change takes the shorter workflow. */
function QuickBox({ isQuick, onChange }: QuickBoxProps) {
  const words = useMessages().board.create
  const about = useId()
  return (
    <div>
      <label className="flex items-center gap-2 max-md:min-h-11">
        <input
          type="checkbox"
          checked={isQuick}
          aria-describedby={about}
          className="size-4 shrink-0 accent-(--accent)"
          onChange={(event) => onChange(event.target.checked)}
        />
        {words.quick}
      </label>
      <p id={about} className="text-xs text-muted">
        {words.quickHelp}
      </p>
    </div>
  )
}

function useNewItem(kind: ItemKind, onCreated: () => void) {
  const go = useGo()
  const rows = useRows((state) => state.rows)
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const [language, setLanguage] = useState('')
  const [isQuick, setQuick] = useState(false)
  const [busy, setBusy] = useState<'create' | 'run' | null>(null)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const isLanguageBad = language !== '' && !LANGUAGE.test(language)
  const isReady =
    problemOfName(name, (taken) => rows.has(itemKey({ kind, name: taken }))) === null &&
    !isLanguageBad &&
    busy === null
  const send = async (how: 'create' | 'run'): Promise<void> => {
    if (!isItemName(name)) return
    setBusy(how)
    setRefusal(null)
    const item = { kind, name }
    const made = await createItem(item, {
      description: description.trim(),
      language: language === '' ? null : language,
      ...(isQuick ? { quick: true } : {}),
    })
    const begun = made.ok && how === 'run' ? await perform(item, { type: 'start' }) : null
    setBusy(null)
    if (!made.ok) return setRefusal(made.error)
    if (begun?.ok === false) showRefusal(begun.error, item)
    onCreated()
    go({ screen: 'item', item, tab: 'documents', document: null })
  }
  return {
    name,
    setName,
    description,
    setDescription,
    language,
    setLanguage,
    isQuick,
    setQuick,
    isLanguageBad,
    isReady,
    busy,
    refusal,
    send,
  }
}
