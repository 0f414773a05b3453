import type { CommandOf } from '../../../contracts/commands.ts'
import { isLive } from '../../workflow/rules/allowed-acts.ts'
import type { Draft } from '../../decide/draft.ts'

/** Only the user can know whether a release took place that nobody saw the end of. */
export function handleSettleRelease(draft: Draft, command: CommandOf<'settleRelease'>): void {
  const { state } = draft
  const { item } = state
  if (isLive(state)) return draft.refuse(command.commandId, { code: 'ALREADY_EXECUTING', item })
  if (state.phases.deploy.openCommand === null)
    return draft.refuse(command.commandId, { code: 'NO_OPEN_RELEASE', item })
  draft.emit({ type: 'deploy.release-settled', hasRun: command.hasRun })
  draft.accept(command.commandId)
}
