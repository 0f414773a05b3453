import { isItemName, itemKey, specItem } from '../../../../contracts/work-item.ts'
import { useState } from 'react'
import { useGo } from '../../../app/routes.ts'
import { useMessages } from '../../../i18n/messages.ts'
import { wordsOfRefusal } from '../../../i18n/words.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field, INPUT } from '../../../ui/Field.tsx'
import type { Refusal } from '../../../app/live.ts'
import { showRefusal } from '../../notices/notices-store.ts'
import { createSpec, perform } from '../../items/spec-commands.ts'
import { useRows } from '../../items/rows-store.ts'
import { NameField } from './NameField.tsx'
import { problemOfName } from './spec-name.ts'

const LANGUAGE = /^[a-z]{2}(-[A-Za-z]+)?$/

export function NewSpecDialog({ onClose }: { onClose(): void }) {
  const m = useMessages()
  const words = m.board.create
  const form = useNewSpec(onClose)
  return (
    <Dialog
      title={words.title}
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
      <Field label={words.description} help={words.descriptionHelp}>
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
        name={form.name}
        description={form.description}
        refusal={form.refusal === null ? null : wordsOfRefusal(m, form.refusal)}
        onChange={form.setName}
      />
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

function useNewSpec(onCreated: () => void) {
  const go = useGo()
  const rows = useRows((state) => state.rows)
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const [language, setLanguage] = useState('')
  const [busy, setBusy] = useState<'create' | 'run' | null>(null)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const isLanguageBad = language !== '' && !LANGUAGE.test(language)
  const isReady =
    problemOfName(name, (item) => rows.has(itemKey(item))) === null &&
    !isLanguageBad &&
    busy === null
  const send = async (how: 'create' | 'run'): Promise<void> => {
    if (!isItemName(name)) return
    setBusy(how)
    setRefusal(null)
    const item = specItem(name)
    const made = await createSpec(item, description.trim(), language === '' ? null : language)
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
    isLanguageBad,
    isReady,
    busy,
    refusal,
    send,
  }
}
