import { isItemName, isNewName, type ItemKind, type WorkItem } from '../../contracts/work-item.ts'
import { findItems } from '../project/item-folders.ts'
import { safeName } from './safe-name.ts'

/** Whose branch, worktree or file has this name; one that is gone is known by it alone. */
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
