import type { Workspace } from '../../contracts/host-steps.ts'
import type { ChangedFile, Changes } from '../../contracts/views/changes.ts'
import type { Rejection } from '../../contracts/rejections.ts'
import { err, ok, type Result } from '../../contracts/result.ts'
import type { WorkItem } from '../../contracts/work-item.ts'
import { isDocumentBeside } from '../../core/formats/layouts.ts'
import { timeSlices } from '../files/time-slices.ts'
import { readSpecJson } from '../files/spec-json-file.ts'
import { itemDirOf, itemExists, type ProjectFolders } from '../project/folders.ts'
import { workDirOf } from '../workspaces/live-folder.ts'
import { baseOf, openGit, refusing, type Since } from './changes-git.ts'
import { listFiles, type FoundFile } from './list-files.ts'
import { ownerOf, type Owned, type TreeFacts } from './owners.ts'
import { factsOfCheckout, factsOfWorktree } from './tree-facts.ts'

/** A longer list would be useless; the rest is only counted. */
const MAX_FILES = 3000

export interface ChangesPlace {
  folders: ProjectFolders
  env: NodeJS.ProcessEnv
  /** Where the item's code is written, and whether a run is writing it now. */
  worksIn: (item: WorkItem) => { workspace: Workspace; isLive: boolean }
}

/** An item's work: everything that differs from its starting point, its own files first. */
export async function readChanges(
  place: ChangesPlace,
  item: WorkItem,
): Promise<Result<Changes, Rejection>> {
  if (!itemExists(place.folders, item)) return err({ code: 'NOT_FOUND', item })
  const tree = treeOf(place, item)
  return refusing(tree.dir, () => changesSince(place, item, tree))
}

async function changesSince(
  place: ChangesPlace,
  item: WorkItem,
  { dir, since }: ReturnType<typeof treeOf>,
): Promise<Result<Changes, Rejection>> {
  const { folders, env } = place
  const git = await openGit(dir, env)
  if (typeof git === 'string') return ok({ state: git })
  const base = await baseOf(git, since)
  const listed = base === null ? null : await listFiles(git, dir, base.hash)
  if (base === null || listed === null) return ok({ state: 'no-commit' })
  const { workspace, isLive } = place.worksIn(item)
  const isBegun = workspace.kind === 'checkout' && workspace.isBegun
  const facts =
    'branch' in since
      ? factsOfWorktree(folders, item)
      : await factsOfCheckout(git, { folders, item, base: base.hash, isLive, isBegun })
  const { files, omitted } = ownedFiles(listed, facts)
  return ok({ state: 'ok', base, files: await readAll(files), omitted })
}

async function readAll(files: readonly (FoundFile & Owned)[]): Promise<ChangedFile[]> {
  const yieldIfDue = timeSlices()
  const found: ChangedFile[] = []
  for (const { read, owner, isShared } of files) {
    found.push({ ...read(), owner, isShared })
    await yieldIfDue()
  }
  return found
}

/** Adds the owner to each file and sorts them in display order. */
export function ownedFiles<F extends { path: string }>(
  listed: readonly F[],
  facts: TreeFacts,
): { files: (F & Owned)[]; omitted: number } {
  const files = listed.map((file) => ({ ...file, ...ownerOf(file.path, facts) }))
  const order = (file: F & Owned): number => displayOrder(facts.item, file)
  files.sort((a, b) => order(a) - order(b) || compare(a.path, b.path))
  return { files: files.slice(0, MAX_FILES), omitted: Math.max(0, files.length - MAX_FILES) }
}

/** The folder to look at, and what to compare it with. */
export function treeOf(
  { folders, worksIn }: ChangesPlace,
  item: WorkItem,
): { dir: string; since: Since } {
  const { workspace } = worksIn(item)
  const dir = workDirOf(folders, workspace)
  if (workspace.kind === 'worktree' && dir !== folders.projectDir)
    return { dir, since: { branch: workspace.base } }
  const createdAt = readSpecJson(itemDirOf(folders, item), item)['created_at']
  return {
    dir: folders.projectDir,
    since: { at: typeof createdAt === 'string' ? createdAt : null },
  }
}

/** Code comes before documents, which have their own tab; then the work of others. */
function displayOrder(item: WorkItem, { owner, path }: Owned & { path: string }): number {
  if (owner.by === 'item') return isDocumentBeside(item, path) ? 1 : 0
  return owner.by === 'other' ? 2 : 3
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
