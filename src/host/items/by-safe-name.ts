import { isItemName, isNewName, type ItemKind, type WorkItem } from '../../contracts/work-item.ts'
import { findItems } from '../project/item-folders.ts'
import { safeName } from './safe-name.ts'

/** The item whose branch, worktree or file has this name, even if the item itself is gone. */
export function itemWithSafeName(
  { projectDir }: { projectDir: string },
  kind: ItemKind,
  safe: string,
): WorkItem | null {
  if (isNewName(safe)) return { kind, name: safe }
  const found = findItems(projectDir, kind).items.find(({ name }) => safeName(name) === safe)
  if (found !== undefined) return found
  return isItemName(safe) ? { kind, name: safe } : null
}
