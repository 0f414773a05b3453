import { useEffect, useState } from 'react'
import type { ItemRow } from '../../../../contracts/views/board.ts'
import { useMessages } from '../../../i18n/messages.ts'
import { Switch } from '../../../ui/Switch.tsx'
import { chooseWorktree } from '../../items/spec-commands.ts'
import { useIsFleet } from '../../workers/in-fleet.ts'
import { showRefusal } from '../../notices/notices-store.ts'

/** Chooses where code is written; switches at once, until the host's reply decides. */
export function WorktreeSwitch({ row }: { row: ItemRow }) {
  const { delivery } = useMessages()
  const isFleet = useIsFleet()
  const { item, worktree } = row
  const { isOn, isFixed } = worktree
  const [wanted, setWanted] = useState<boolean | null>(null)
  useEffect(() => setWanted(null), [isOn])
  const change = async (on: boolean): Promise<void> => {
    setWanted(on)
    const reply = await chooseWorktree(item, on)
    if (reply.ok) return
    setWanted(null)
    showRefusal(reply.error, item)
  }
  // In a fleet each item has its own branch anyway.
  if (isFleet) return null
  return (
    <div>
      <div className="flex items-center gap-2">
        <span className="min-w-0 grow">{delivery.worktreeSwitch}</span>
        <Switch
          label={delivery.worktreeSwitch}
          isOn={wanted ?? isOn}
          words={{ on: delivery.worktreeOn, off: delivery.worktreeOff }}
          isDisabled={isFixed || row.problem !== null}
          onChange={(on) => void change(on)}
        />
      </div>
      <p className="text-muted">{isFixed ? delivery.worktreeFixed : delivery.worktreeHelp}</p>
    </div>
  )
}
