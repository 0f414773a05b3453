import { useEffect, useState } from 'react'
import type { SpecRow } from '../../../../contracts/views/board.ts'
import type { Phase } from '../../../../contracts/phases.ts'
import { useMessages } from '../../../i18n/messages.ts'
import { Switch } from '../../../ui/Switch.tsx'
import { tellRefusal } from '../../notices/notices-store.ts'
import { permit } from '../../items/spec-commands.ts'

/** Moves at once; what the host says counts in the end. */
export function GoSwitch({ row, phase }: { row: SpecRow; phase: Phase }) {
  const { item } = row
  const isGo = row.permissions[phase]
  const { common, workflow } = useMessages()
  const [wanted, setWanted] = useState<boolean | null>(null)
  useEffect(() => setWanted(null), [isGo])
  const change = async (go: boolean): Promise<void> => {
    setWanted(go)
    const reply = await permit(item, phase, go)
    if (reply.ok) return
    setWanted(null)
    tellRefusal(reply.error, item)
  }
  return (
    <Switch
      label={workflow.goSwitch(common.phases[phase])}
      isOn={wanted ?? isGo}
      words={{ on: workflow.go, off: workflow.nogo }}
      isDisabled={row.problem !== null}
      onChange={(go) => void change(go)}
    />
  )
}
