import { useEffect, useState } from 'react'
import type { ItemRow } from '../../../../contracts/views/board.ts'
import type { Phase } from '../../../../contracts/phases.ts'
import { useMessages } from '../../../i18n/messages.ts'
import { Switch } from '../../../ui/Switch.tsx'
import { showRefusal } from '../../notices/notices-store.ts'
import { useWhyNot } from '../../workers/use-why-not.ts'
import { permit } from '../../items/spec-commands.ts'

/** Switches at once, until the host's reply decides. */
export function GoSwitch({ row, phase }: { row: ItemRow; phase: Phase }) {
  const { item } = row
  const isGo = row.permissions[phase]
  const { common, workflow } = useMessages()
  const why = useWhyNot('operator')
  const [pending, setPending] = useState<boolean | null>(null)
  useEffect(() => setPending(null), [isGo])
  const change = async (go: boolean): Promise<void> => {
    setPending(go)
    const reply = await permit(item, phase, go)
    if (reply.ok) return
    setPending(null)
    showRefusal(reply.error, item)
  }
  return (
    <Switch
      label={workflow.goSwitch(common.phases[phase])}
      isOn={pending ?? isGo}
      words={{ on: workflow.go, off: workflow.nogo }}
      isDisabled={row.problem !== null}
      why={why}
      onChange={(go) => void change(go)}
    />
  )
}
