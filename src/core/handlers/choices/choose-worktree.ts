import type { CommandOf } from '../../../contracts/commands.ts'
import type { Draft } from '../../decide/draft.ts'

/** Only before code is written: work that was begun in one place stays there. */
export function handleChooseWorktree(draft: Draft, command: CommandOf<'chooseWorktree'>): void {
  const { item, workspace } = draft.state
  const isBegun = workspace.kind === 'worktree' || workspace.isBegun
  const isThere = (workspace.kind === 'worktree') === command.on
  if (isBegun && !isThere)
    return draft.refuse(command.commandId, { code: 'CODE_BEGUN', item, workspace: workspace.kind })
  if (draft.knownFacts.specJson['worktree'] !== command.on)
    draft.emit({ type: 'worktree.chosen', on: command.on })
  draft.accept(command.commandId)
}
