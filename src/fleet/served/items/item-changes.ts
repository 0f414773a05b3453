import { ok } from '../../../contracts/result.ts'
import type { RpcInput, RpcReply } from '../../../contracts/rpc.ts'
import type { WorkItem } from '../../../contracts/work-item.ts'
import { folderOf } from '../../../core/formats/item-place.ts'
import { filesBetween } from '../../../host/changes/list-files.ts'
import { ownedFiles } from '../../../host/changes/read-changes.ts'
import { patchSince, readInParts } from '../../../host/changes/read-patches.ts'
import { factsOfBranch } from '../../../host/changes/tree-facts.ts'
import { leftAt } from '../../../host/changes/changes-git.ts'
import { gitIn, type Git } from '../../../host/git/run-git.ts'
import type { Mirrors } from '../../git/mirrors.ts'
import type { ItemRow } from '../../runs/item-row.ts'

interface ChangesParts {
  mirrors: Mirrors
  env: NodeJS.ProcessEnv
}

/** The work on an item's branch since it left the base. */
export async function changesIn(
  parts: ChangesParts,
  row: ItemRow,
  items: readonly WorkItem[],
): Promise<RpcReply<'changes'>> {
  const opened = await openedAt(parts, row)
  const base = opened && (await leftAt(opened.git, `refs/remotes/origin/${row.base}`, opened.head))
  const listed = opened && base && (await filesBetween(opened.git, base.hash, opened.head))
  if (!base || !listed) return ok({ state: 'no-commit' })
  const facts = factsOfBranch(row.item, new Map(items.map((item) => [folderOf(item), item])))
  return ok({ state: 'ok', base, ...ownedFiles(listed, facts) })
}

export async function patchesIn(
  parts: ChangesParts,
  row: ItemRow,
  { base, files }: RpcInput<'patches'>,
): Promise<RpcReply<'patches'>> {
  const opened = await openedAt(parts, row)
  if (opened === null) return ok([])
  const { git, head } = opened
  return ok(await readInParts(files, (file) => patchSince(git, [base, head], file)))
}

/** Null while it has no branch. */
async function openedAt(
  { mirrors, env }: ChangesParts,
  row: ItemRow,
): Promise<{ git: Git; head: string } | null> {
  if (row.head === null) return null
  const { dir } = await mirrors.with(row, row.head)
  const git = await gitIn(dir, env, { isBare: true })
  return git && { git, head: row.head }
}
