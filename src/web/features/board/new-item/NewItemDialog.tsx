import type { ItemKind } from '../../../../contracts/work-item.ts'
import { useMessages } from '../../../i18n/messages.ts'
import { wordsOfRefusal } from '../../../i18n/words.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { useRows } from '../../items/rows-store.ts'
import { PlanFirst } from '../../ask/PlanFirst.tsx'
import { CheckBox } from './CheckBox.tsx'
import { DescriptionField } from './DescriptionField.tsx'
import { MoreOptions } from './MoreOptions.tsx'
import { NameField } from './NameField.tsx'
import { useNewItem } from './use-new-item.ts'

interface NewItemDialogProps {
  kind: ItemKind
  onClose(): void
}

/** A new spec or bug, in the user's words. */
export function NewItemDialog({ kind, onClose }: NewItemDialogProps) {
  const m = useMessages()
  const words = m.board.create
  const form = useNewItem(kind, onClose)
  const isFirst = useRows(({ rows }) => rows.size === 0)
  const { problems, isTried, options } = form
  return (
    <Dialog
      title={words.title[kind]}
      isOpen
      onClose={onClose}
      footer={
        <>
          {kind === 'spec' ? <PlanFirst /> : null}
          <Button onClick={onClose}>{m.common.cancel}</Button>
          <Button isBusy={form.busy === 'create'} onClick={() => void form.send('create')}>
            {words.create}
          </Button>
          <Button
            kind="primary"
            isBusy={form.busy === 'run'}
            title={m.newItem.sendKey}
            onClick={() => void form.send('run')}
          >
            {words.createAndRun}
          </Button>
        </>
      }
    >
      <DescriptionField
        kind={kind}
        description={form.description}
        error={isTried && problems.description ? m.newItem.descriptionEmpty[kind] : null}
        hasExamples={isFirst}
        onChange={form.setDescription}
        onSend={() => void form.send('run')}
      />
      <NameField
        kind={kind}
        name={form.name}
        problem={problems.name}
        isTried={isTried && !problems.description}
        refusal={form.refusal === null ? null : wordsOfRefusal(m, form.refusal)}
        onChange={form.setName}
      />
      {kind === 'spec' ? (
        <>
          <CheckBox
            label={words.quick}
            help={words.quickHelp}
            isOn={options.isQuick}
            onChange={(isQuick) => form.choose({ isQuick })}
          />
          {options.isQuick ? null : (
            <CheckBox
              label={m.involvement.clarify}
              help={m.involvement.clarifyHelp}
              isOn={options.asksFirst}
              onChange={(asksFirst) => form.choose({ asksFirst })}
            />
          )}
          <CheckBox
            label={m.involvement.approvals}
            help={m.involvement.approvalsHelp}
            isOn={options.approvesAll}
            onChange={(approvesAll) => form.choose({ approvesAll })}
          />
        </>
      ) : null}
      <MoreOptions
        kind={kind}
        options={options}
        isLanguageBad={problems.language}
        onChange={form.choose}
      />
    </Dialog>
  )
}
