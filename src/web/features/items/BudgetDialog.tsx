import { useState } from 'react'
import type { ItemRow } from '../../../contracts/views/board.ts'
import { BUDGET_KINDS, type Budget, type BudgetKind } from '../../../contracts/spec-json.ts'
import { amountOf, spentBudget } from '../../../core/state/spent.ts'
import { useMessages, type Messages } from '../../i18n/messages.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogFooter } from '../../ui/DialogFooter.tsx'
import { Field, INPUT } from '../../ui/Field.tsx'
import { showRefusal } from '../notices/notices-store.ts'
import { budgetChanges, limitIn } from './budget-limits.ts'
import { setBudget } from './spec-commands.ts'

type Texts = Record<BudgetKind, string>

/** Sets the total budget of an item; a run that paused for it resumes if the new one allows. */
export function BudgetDialog({ row, onClose }: { row: ItemRow; onClose(): void }) {
  const m = useMessages()
  const { budget: words } = m.workflow
  const [texts, setTexts] = useState<Texts>(() => textsOf(row.budget))
  const [isBusy, setBusy] = useState(false)
  const changes = budgetChanges(row.budget, texts)
  const resumes =
    changes !== null &&
    row.run.reason === 'budget' &&
    spentBudget(row.usage, { ...row.budget, ...changes }) === null
  const send = async (): Promise<void> => {
    if (changes === null || isBusy) return
    setBusy(true)
    const reply = await setBudget(row.item, {
      ...changes,
      ...(resumes ? { andThen: 'resume' } : {}),
    })
    setBusy(false)
    if (!reply.ok) return showRefusal(reply.error, row.item)
    onClose()
  }
  return (
    <Dialog
      isOpen
      title={words.title(row.item.name)}
      description={words.why}
      onClose={onClose}
      footer={
        <DialogFooter
          isReady={changes !== null}
          isBusy={isBusy}
          onCancel={onClose}
          onConfirm={send}
        >
          {resumes ? words.confirmAndResume : words.confirm}
        </DialogFooter>
      }
    >
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        {BUDGET_KINDS.map((kind) => (
          <Field
            key={kind}
            label={words[kind]}
            help={usedWords(m, row, kind)}
            error={
              limitIn(kind, texts[kind]) !== undefined
                ? null
                : kind === 'tokens'
                  ? words.badWhole
                  : words.bad
            }
          >
            {(ids) => (
              <input
                {...ids}
                type="text"
                inputMode="decimal"
                autoComplete="off"
                value={texts[kind]}
                className={`${INPUT} max-md:h-11`}
                onChange={(event) => setTexts({ ...texts, [kind]: event.target.value })}
              />
            )}
          </Field>
        ))}
        {/* Without this, Enter would not submit a form with several fields. */}
        <button type="submit" hidden />
      </form>
    </Dialog>
  )
}

const textsOf = (budget: Budget): Texts => ({
  usd: budget.usd?.toString() ?? '',
  tokens: budget.tokens?.toString() ?? '',
  minutes: budget.minutes?.toString() ?? '',
})

function usedWords({ common, workflow }: Messages, { usage }: ItemRow, kind: BudgetKind): string {
  const { budget: words } = workflow
  const amount = amountOf(usage, kind)
  switch (kind) {
    case 'usd': {
      if (usage.costUsd === null) return words.usedUnknown
      const cost = common.cost(amount)
      return words.used(usage.unreportedCost > 0 ? common.atLeast(cost) : cost)
    }
    case 'tokens': {
      const tokens = common.tokens(amount)
      return words.used(usage.unreportedTokens > 0 ? common.atLeast(tokens) : tokens)
    }
    case 'minutes':
      return words.used(common.minutes(amount))
    default:
      return kind satisfies never
  }
}
