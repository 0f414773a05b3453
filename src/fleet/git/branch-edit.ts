import type pg from 'pg'
import { hashText } from '../../host/git/raw-tree.ts'
import { commitTree, inScratch } from '../../host/git/saved-work.ts'
import type { WritingGit } from '../../host/git/writing-git.ts'
import { branchFor } from '../../host/workspaces/git-context.ts'
import { Transaction } from '../database/transaction.ts'
import { openAttempts } from '../runs/attempt-rows.ts'
import { lockItem, readItem, type ItemRow } from '../runs/item-row.ts'
import { PushRefused, pushRefs, remoteRefs } from './branch-push.ts'
import type { Mirrors } from './mirrors.ts'
import { withPushed } from './pushed-work.ts'

export interface Edit {
  /** Relative to the top of the repository. */
  path: string
  text: string
  message: string
}

interface EditParts {
  pool: pg.Pool
  mirrors: Mirrors
  /** What else is written in the transaction that makes the edit count. */
  keep: (transaction: Transaction) => Promise<unknown>
}

/** `busy`: a worker has a step of it. `moved`: something came in between. */
type Edited = 'done' | 'busy' | 'moved'

/**
 * Adds a commit to the branch of an item that no worker has. Reads the branch before the database:
 * an attempt that begins later moves the branch to its own mark, and then git refuses this push.
 */
export async function editBranch(
  { pool, mirrors, keep }: EditParts,
  row: ItemRow,
  edit: Edit,
): Promise<Edited> {
  const { git, from } = await beginsWith(mirrors, row)
  const ref = `refs/heads/${branchFor(row.item)}`
  const there = (await remoteRefs(git, row.repository, [ref])).get(ref) ?? null
  const now = await readItem(pool, row.id)
  if (now?.head !== row.head) return 'moved'
  if ((await openAttempts(pool, row.id)).length > 0) return 'busy'
  if (there !== null) await mirrors.with(row, there)
  const head = await commitOf(git, await withPushed(git, { head: from, there }), edit)
  try {
    await pushRefs(git, row.repository, [{ ref, to: head, expected: there }])
  } catch (error) {
    if (error instanceof PushRefused) return 'moved'
    throw error
  }
  return Transaction.run(pool, async (transaction) => {
    const locked = await lockItem(transaction, row.id)
    // The pushed commit is then dropped by the mark of the next attempt.
    if (locked?.head !== row.head) return 'moved'
    if ((await openAttempts(transaction, row.id)).length > 0) return 'busy'
    await transaction.query(
      `update sdd.items set head = $2 where id = $1 returning pg_notify('sdd_journal', id::text)`,
      [row.id, head],
    )
    await keep(transaction)
    return 'done'
  })
}

/** Pushes the first commit of an item without a branch; null when the branch already exists. */
export async function beginBranch(
  mirrors: Mirrors,
  of: Pick<ItemRow, 'repository' | 'base' | 'item'>,
  edit: Edit,
): Promise<string | null> {
  const { git, commit: base } = await mirrors.tipOf(of, of.base)
  const head = await commitOf(git, base, edit)
  const ref = `refs/heads/${branchFor(of.item)}`
  try {
    await pushRefs(git, of.repository, [{ ref, to: head, expected: null }])
    return head
  } catch (error) {
    if (error instanceof PushRefused) return null
    throw error
  }
}

/** Whether that commit is nothing but this edit, in the same words, on top of another commit. */
export async function isJust(
  mirrors: Mirrors,
  of: Pick<ItemRow, 'repository'>,
  { commit, edit }: { commit: string; edit: Edit },
): Promise<boolean> {
  const git = await mirrors.with(of, commit)
  const parent = await git.find(`${commit}^`)
  if (parent === null) return false
  const contentOf = (one: string): Promise<string> =>
    git.text(['show', '--no-patch', '--format=%T %P %B', one])
  return (await contentOf(commit)) === (await contentOf(await commitOf(git, parent, edit)))
}

async function beginsWith(
  mirrors: Mirrors,
  row: ItemRow,
): Promise<{ git: WritingGit; from: string }> {
  if (row.head !== null) return { git: await mirrors.with(row, row.head), from: row.head }
  const { git, commit } = await mirrors.tipOf(row, row.base)
  return { git, from: commit }
}

function commitOf(git: WritingGit, from: string, { path, text, message }: Edit): Promise<string> {
  return inScratch(async (index) => {
    await git.must(['read-tree', from], { index })
    const blob = await hashText(git, text)
    await git.must(['update-index', '-z', '--index-info'], {
      index,
      input: `100644 ${blob}\t${path}\0`,
    })
    const tree = await git.text(['write-tree'], { index })
    return commitTree(git, tree, { parents: [from], message })
  })
}
