import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { workItemSchema } from '../../contracts/ids.ts'
import { COMMENTS_FILE } from '../../host/documents/comments-file.ts'
import { makeFolder, refuseLinks } from '../../host/files/own-files.ts'
import { RECORD_FILES } from '../../host/files/spec-json-file.ts'
import { withTrailers } from '../../host/git/commit-work.ts'
import { commitTree } from '../../host/git/saved-work.ts'
import type { WritingGit } from '../../host/git/writing-git.ts'
import type { StepEnd, StepRequest } from '../../host/ports/step-runner.ts'
import { foldersOf, itemDirOf, prepareRuntime } from '../../host/project/folders.ts'
import { branchFor, readyRef } from '../../host/workspaces/git-context.ts'
import type { GivenStep } from '../gateway/worker-calls.ts'
import {
  PushRefused,
  pushRefs,
  pushSurely,
  remoteRefs,
  type Away,
  type RefMove,
} from '../git/branch-push.ts'
import { layConflict } from '../git/carried-conflict.ts'
import type { Mirrors } from '../git/mirrors.ts'
import { withPushed } from '../git/pushed-work.ts'
import { carried, meetsConflict } from './conflict-steps.ts'
import { checkOut, layScratch, layWorktree, openItemRepository } from './item-repository.ts'
import { movedOwnRefs, ownRefPatterns, takeOwnRefs } from './own-refs.ts'
import { placedRequest, placesIn, type Places } from './placed-request.ts'
import { noteSetUp, wasSetUp } from './set-up.ts'
import { workOf } from './step-work.ts'

interface WorkspaceParts {
  mirrors: Mirrors
  /** Where this worker keeps its worktrees. */
  folder: string
  env: NodeJS.ProcessEnv
  /** Rejects when the attempt is not this worker's any more. */
  stands: () => Promise<void>
}

interface Opened {
  git: WritingGit
  given: GivenStep
  places: Places
  /** What the item's branch is at, by the database. */
  from: string
  mark: string
  /** The base as it was when this attempt began. */
  base: string
  /** The item's own refs as the repository has them. */
  own: ReadonlyMap<string, string>
}

/**
 * The branch of an item as one attempt has it. The attempt first moves the branch to a commit of its
 * own, and its work only follows that one: a push of any other attempt is refused by git itself.
 */
export class ItemWorkspace {
  readonly dir: string
  /** With the folders of this worker in it. */
  readonly request: StepRequest
  readonly #opened: Opened

  private constructor(dir: string, opened: Opened) {
    this.dir = dir
    this.request = placedRequest(opened.given.request, opened.places)
    this.#opened = opened
  }

  static async open(parts: WorkspaceParts, given: GivenStep): Promise<ItemWorkspace> {
    const { mirrors, env, stands } = parts
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
    const from = given.head === null ? base : await withPushed(mirror, { head: given.head, there })
    const mark = await markOf(mirror, given, from)
    // What the branch was then is its own to move. Read later, it may be what another attempt has made.
    await stands()
    await pushRefs(mirror, given.repository, [{ ref, to: mark, expected: there }])
    own.delete(ref)
    const dir = join(parts.folder, folderName(given))
    const git = await openItemRepository({ dir, mirror, env })
    const places = placesIn(dir, env, item)
    const opened = { git, given, places, from, mark, base, own }
    await layFiles(dir, opened)
    layRecord(dir, given, env)
    return new ItemWorkspace(dir, opened)
  }

  wasSetUp(command: readonly string[]): Promise<boolean> {
    return wasSetUp(this.#opened.git, this.#opened.places.worktree, command)
  }

  noteSetUp(command: readonly string[]): Promise<void> {
    return noteSetUp(this.#opened.git, this.#opened.places.worktree, command)
  }

  /**
   * What the step has left becomes the branch, and the base where that was the step's work. `away`
   * is called as often as the repository cannot be reached.
   */
  async finish(left: StepEnd, away: Away): Promise<{ end: StepEnd; head: string }> {
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
    const moves: RefMove[] = [
      { ref: `refs/heads/${branchFor(item)}`, to: work.branch, expected: mark },
      ...(await movedOwnRefs(git, item, own)),
    ]
    const isBrought = work.base !== null && (await this.#pushWithBase(moves, work.base, away))
    if (isBrought) return { end, head: work.head }
    await pushSurely(git, given.repository, { moves, away })
    if (work.base === null) return { end, head: work.head }
    return { end: { ...end, result: { type: 'base-moved' } }, head: work.head }
  }

  /** False when someone else has moved the base. */
  async #pushWithBase(moves: readonly RefMove[], to: string, away: Away): Promise<boolean> {
    const { git, given, base } = this.#opened
    const ref = `refs/heads/${given.base}`
    try {
      const all = [...moves, { ref, to, expected: base }]
      await pushSurely(git, given.repository, { moves: all, away })
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

/** As the item's work and the base are now. */
async function layFiles(dir: string, opened: Opened): Promise<void> {
  const { git, given, places, from, base, own } = opened
  const { item, launch } = given.request
  const { workspace } = launch
  await checkOut(git, dir, workspace.kind === 'worktree' ? base : from)
  await git.must(['update-ref', `refs/heads/${given.base}`, base])
  await takeOwnRefs(git, { repository: given.repository, item }, own)
  const at = { commit: from, branch: branchFor(item), workspace }
  await layWorktree(git, places.worktree, at)
  const ready = await git.find(`${readyRef(item)}^1`)
  const isInScratch = 'scratch' in launch && launch.scratch !== null
  if (isInScratch && ready !== null) await layScratch(git, places.scratch, ready)
  if (meetsConflict(given.request)) await layConflict({ git, item, scratch: places.scratch })
}

/** It names the attempt, so it is unique. */
async function markOf(git: WritingGit, { request }: GivenStep, from: string): Promise<string> {
  const { agentId } = request.launch.key
  const tree = await git.text(['rev-parse', `${from}^{tree}`])
  const message = withTrailers(`${request.item.name}: at work`, { 'Sdd-Attempt': agentId })
  return commitTree(git, tree, { parents: [from], message })
}

/** The agents read there what people have decided and said; what they write there is not taken. */
function layRecord(
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
  for (const [name, text] of Object.entries(files)) {
    const path = join(itemDir, name)
    refuseLinks(path)
    writeFileSync(path, text)
  }
}

/** Of an item on this worker. */
export const folderName = ({ repository, request }: GivenStep): string =>
  createHash('sha256')
    .update(`${repository} ${request.item.kind} ${request.item.name}`)
    .digest('hex')
    .slice(0, 16)
