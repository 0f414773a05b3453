import type { WorkItem } from '../../../contracts/work-item.ts'
import { CircleStop } from 'lucide-react'
import { useState } from 'react'
import { useMessages } from '../../i18n/messages.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { showRefusal } from '../notices/notices-store.ts'
import { useWhyNot } from '../workers/use-why-not.ts'
import { perform } from '../items/spec-commands.ts'

/** Stops the run, because an agent stopped alone would just be started again. */
export function StopAgentButton({ item }: { item: WorkItem }) {
  const { agents } = useMessages()
  const why = useWhyNot('operator')
  const [isAsking, setAsking] = useState(false)
  const stop = async (): Promise<void> => {
    const reply = await perform(item, { type: 'stop' })
    if (!reply.ok) showRefusal(reply.error, item)
  }
  return (
    <>
      <IconButton
        label={agents.stop(item.name)}
        icon={<CircleStop aria-hidden className="size-4" />}
        disabled={why !== null}
        title={why ?? undefined}
        onClick={() => setAsking(true)}
        className="hover:text-failed"
      />
      <ConfirmDialog
        title={agents.stopTitle}
        description={agents.stopBody(item.name)}
        confirm={agents.stopNow}
        isOpen={isAsking}
        isDangerous
        onClose={() => setAsking(false)}
        onConfirm={stop}
      />
    </>
  )
}
