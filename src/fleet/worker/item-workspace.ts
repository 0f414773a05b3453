import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { workItemSchema } from '../../contracts/ids.ts'
import { COMMENTS_FILE } from '../../host/documents/comments-file.ts'
import { makeFolder, replaceFile } from '../../host/files/own-files.ts'
import { RECORD_FILES } from '../../host/files/spec-json-file.ts'
import { withTrailers } from '../../host/git/commit-work.ts'
import { commitTree } from '../../host/git/saved-work.ts'
import type { WritingGit } from '../../host/git/writing-git.ts'
import type { StepEnd, StepRequest } from '../../host/ports/step-runner.ts'
import { foldersOf, itemDirOf, prepareRuntime } from '../../host/project/folders.ts'
import { branchFor, readyRef } from '../../host/workspaces/git-context.ts'
import type { GivenStep, OwnRefs } from '../gateway/worker-calls.ts'
import {
  PushRefused,
  pushRefs,
  pushWithRetries,
  remoteRefs,
  type Away,
  type RefMove,
} from '../git/branch-push.ts'
import { restoreConflict } from '../git/carried-conflict.ts'
import type { Mirrors } from '../git/mirrors.ts'
import { withPushed } from '../git/pushed-work.ts'
import { carried, meetsConflict } from './conflict-steps.ts'
import { checkOut, placeScratch, placeWorktree, openItemRepository } from './item-repository.ts'
import { movedOwnRefs, ownRefPatterns, takeOwnRefs } from './own-refs.ts'
import { placedRequest, placesIn, type Places } from './placed-request.ts'
import { noteSetUp, wasSetUp } from './set-up.ts'
import { workOf } from './step-work.ts'

interface WorkspaceParts {
  mirrors: Mirrors
  /** Where this worker keeps its worktrees. */
  folder: string
  env: NodeJS.ProcessEnv
  /** Rejects when the attempt no longer belongs to this worker. */
  assertCurrent: () => Promise<void>
}

/** How the step ended, and what was pushed. */
interface Pushed {
  end: StepEnd
  head: string
  refs: OwnRefs
}

interface Opened {
  git: WritingGit
  given: GivenStep
  places: Places
  /** The commit the item's branch is at, according to the database. */
  from: string
  mark: string
  /** The base as it was when this attempt began. */
  base: string
  /** The item's own refs as the repository has them. */
  own: ReadonlyMap<string, string>
}

/**
 * An item's branch as one attempt has it. The attempt first moves the branch to a mark of its own
 * and later only moves it on from there: git itself refuses the push of any other attempt.
 */
export class ItemWorkspace {
  readonly dir: string
  /** With the folders of this worker filled in. */
  readonly request: StepRequest
  readonly #opened: Opened

  private constructor(dir: string, opened: Opened) {
    this.dir = dir
    this.request = placedRequest(opened.given.request, opened.places)
    this.#opened = opened
  }

  static async open(parts: WorkspaceParts, given: GivenStep): Promise<ItemWorkspace> {
    const { mirrors, env, assertCurrent } = parts
    const { item } = given.request
    const mirror = await mirrors.open(given)
    await mirrors.fetch(given, mirror)
    if (given.head !== null) await mirrors.bring(given, given.head)
    const base = await mirror.text([
      'rev-parse',
      '--verify',
      `refs/remotes/origin/${given.base}^{commit}`,
    ])
    const ref = `refs/heads/${branchFor(item)}`
    const own = await remoteRefs(mirror, given.repository, [ref, ...ownRefPatterns(item)])
    const there = own.get(ref) ?? null
    // Pushed since the fetch, perhaps by a person: what is not here would count as not following.
    if (there !== null) await mirrors.bring(given, there)
    const from = given.head === null ? base : await withPushed(mirror, { head: given.head, there })
    const mark = await markOf(mirror, given, from)
    // The branch must be read before this check: read later, it may be another attempt's work.
    await assertCurrent()
    await pushRefs(mirror, given.repository, [{ ref, to: mark, expected: there }])
    own.delete(ref)
    const dir = join(parts.folder, folderName(given))
    const git = await openItemRepository({ dir, mirror, env })
    const places = placesIn(dir, env, item)
    const opened = { git, given, places, from, mark, base, own }
    await writeFiles(dir, opened)
    writeRecord(dir, given, env)
    return new ItemWorkspace(dir, opened)
  }

  wasSetUp(command: readonly string[]): boolean {
    return wasSetUp(this.#opened.git, this.#opened.places.worktree, command)
  }

  noteSetUp(command: readonly string[]): void {
    noteSetUp(this.#opened.git, this.#opened.places.worktree, command)
  }

  /**
   * Pushes what the step left as the branch, and as the base where that was the step's work. `away`
   * is called each time the repository cannot be reached.
   */
  async finish(left: StepEnd, away: Away): Promise<Pushed> {
    const { git, given, from, mark, own, base, places } = this.#opened
    const { item } = given.request
    const end = await carried({ git, item, scratch: places.scratch }, given.request, left)
    const work = await workOf(
      {
        git,
        request: given.request,
        from,
        base: { branch: given.base, commit: base },
        dir: this.#workDir,
      },
      end,
    )
    const { moves: ofOwn, refs } = await movedOwnRefs(git, item, own)
    const branch = { ref: `refs/heads/${branchFor(item)}`, to: work.branch, expected: mark }
    const moves: RefMove[] = [branch, ...ofOwn]
    const { head } = work
    const isBrought = work.base !== null && (await this.#pushWithBase(moves, work.base, away))
    if (isBrought) return { end, head, refs }
    await pushWithRetries(git, given.repository, { moves, away })
    if (work.base === null) return { end, head, refs }
    return { end: { ...end, result: { type: 'base-moved' } }, head, refs }
  }

  /** False when someone else has moved the base. */
  async #pushWithBase(moves: readonly RefMove[], to: string, away: Away): Promise<boolean> {
    const { git, given, base } = this.#opened
    const ref = `refs/heads/${given.base}`
    try {
      const all = [...moves, { ref, to, expected: base }]
      await pushWithRetries(git, given.repository, { moves: all, away })
      return true
    } catch (error) {
      if (!(error instanceof PushRefused)) throw error
      const now = await remoteRefs(git, given.repository, [ref])
      if (now.get(ref) === base) throw error
      return false
    }
  }

  get #workDir(): string {
    const isApart = this.request.launch.workspace.kind === 'worktree'
    return isApart ? this.#opened.places.worktree : this.dir
  }
}

/** Checks out the item's work and the base as they are now. */
async function writeFiles(dir: string, opened: Opened): Promise<void> {
  const { git, given, places, from, base, own } = opened
  const { item, launch } = given.request
  const { workspace } = launch
  await checkOut(git, dir, workspace.kind === 'worktree' ? base : from)
  await git.must(['update-ref', `refs/heads/${given.base}`, base])
  const { repository, refs } = given
  await takeOwnRefs(git, { repository, item, refs }, own)
  const at = { commit: from, branch: branchFor(item), workspace }
  await placeWorktree(git, places.worktree, at)
  const ready = await git.find(`${readyRef(item)}^1`)
  const isInScratch = 'scratch' in launch && launch.scratch !== null
  if (isInScratch && ready !== null) await placeScratch(git, places.scratch, ready)
  if (meetsConflict(given.request)) await restoreConflict({ git, item, scratch: places.scratch })
}

/** A commit that names the attempt, so it is unique. */
async function markOf(git: WritingGit, { request }: GivenStep, from: string): Promise<string> {
  const { agentId } = request.launch.key
  const tree = await git.text(['rev-parse', `${from}^{tree}`])
  const message = withTrailers(`${request.item.name}: at work`, { 'Sdd-Attempt': agentId })
  return commitTree(git, tree, { parents: [from], message })
}

/** Agents read here what people have decided and said; what they write here is not taken over. */
function writeRecord(
  dir: string,
  { request, record, comments }: GivenStep,
  env: NodeJS.ProcessEnv,
): void {
  const folders = foldersOf(dir, env)
  prepareRuntime(folders)
  const item = workItemSchema.parse(request.item)
  const itemDir = itemDirOf(folders, item)
  makeFolder(itemDir)
  const files = { [RECORD_FILES[item.kind]]: record, [COMMENTS_FILE]: comments }
  for (const [name, text] of Object.entries(files))
    replaceFile(join(itemDir, name), text, { mode: 0o644 })
}

/** The folder of an item on this worker. */
export const folderName = ({ repository, request }: GivenStep): string =>
  createHash('sha256')
    .update(`${repository} ${request.item.kind} ${request.item.name}`)
    .digest('hex')
    .slice(0, 16)
