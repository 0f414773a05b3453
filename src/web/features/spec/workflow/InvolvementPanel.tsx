import { useEffect, useId, useState } from 'react'
import type { ItemRow } from '../../../../contracts/views/board.ts'
import type { Choices } from '../../../../contracts/spec-json.ts'
import { asksBefore, workflowOf } from '../../../../core/workflow/workflows.ts'
import { useMessages } from '../../../i18n/messages.ts'
import { Switch } from '../../../ui/Switch.tsx'
import { chooseFor } from '../../items/spec-commands.ts'
import { useWhyNot } from '../../workers/use-why-not.ts'
import { showRefusal } from '../../notices/notices-store.ts'

/** How much of this spec the user decides; can be changed while it runs. */
export function InvolvementPanel({ row }: { row: ItemRow }) {
  const { involvement } = useMessages()
  const title = useId()
  const hasApprovals = workflowOf(row).phases.some(({ isApprovable }) => isApprovable)
  if (!hasApprovals) return null
  const asksFirst = workflowOf(row).phases.some((phase) => asksBefore(phase))
  return (
    <section
      aria-labelledby={title}
      className="flex flex-col gap-1.5 border-t border-line px-3 py-2.5 text-xs max-md:text-sm"
    >
      <h3 id={title} className="font-medium">
        {involvement.title}
      </h3>
      <ChoiceSwitch
        row={row}
        label={involvement.approvals}
        help={involvement.approvalsHelp}
        isOn={row.choices.approvals === 'person'}
        choiceOf={(on) => ({ approvals: on ? 'person' : 'auto' })}
      />
      {asksFirst ? (
        <ChoiceSwitch
          row={row}
          label={involvement.clarify}
          help={involvement.clarifyHelp}
          isOn={row.choices.clarify === 'ask'}
          choiceOf={(on) => ({ clarify: on ? 'ask' : 'assume' })}
        />
      ) : null}
    </section>
  )
}

interface ChoiceSwitchProps {
  row: ItemRow
  label: string
  help: string
  isOn: boolean
  choiceOf(on: boolean): Partial<Choices>
}

/** Switches at once, until the host's reply decides. */
function ChoiceSwitch({ row, label, help, isOn, choiceOf }: ChoiceSwitchProps) {
  const { delivery } = useMessages()
  const why = useWhyNot('operator')
  const [wanted, setWanted] = useState<boolean | null>(null)
  useEffect(() => setWanted(null), [isOn])
  const change = async (on: boolean): Promise<void> => {
    setWanted(on)
    const reply = await chooseFor(row.item, choiceOf(on))
    if (reply.ok) return
    setWanted(null)
    showRefusal(reply.error, row.item)
  }
  return (
    <div>
      <div className="flex items-center gap-2">
        <span className="min-w-0 grow">{label}</span>
        <Switch
          label={label}
          isOn={wanted ?? isOn}
          words={{ on: delivery.worktreeOn, off: delivery.worktreeOff }}
          isDisabled={row.problem !== null}
          why={why}
          onChange={(on) => void change(on)}
        />
      </div>
      <p className="text-muted">{help}</p>
    </div>
  )
}
