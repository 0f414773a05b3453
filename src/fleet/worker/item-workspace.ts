import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { workItemSchema } from '../../contracts/ids.ts'
import { makeFolder, refuseLinks } from '../../host/files/own-files.ts'
import { RECORD_FILES } from '../../host/files/spec-json-file.ts'
import { withTrailers, workingTree } from '../../host/git/commit-work.ts'
import { commitTree } from '../../host/git/saved-work.ts'
import { GitFailed, WritingGit } from '../../host/git/writing-git.ts'
import { foldersOf, itemDirOf, prepareRuntime } from '../../host/project/folders.ts'
import { branchFor, isHostFile } from '../../host/workspaces/git-context.ts'
import { notCodeFor } from '../../host/workspaces/record.ts'
import type { GivenStep } from '../gateway/worker-calls.ts'
import type { Mirrors } from '../git/mirrors.ts'

interface WorkspaceParts {
  mirrors: Mirrors
  /** Where this worker keeps its worktrees. */
  folder: string
  env: NodeJS.ProcessEnv
}

/**
 * The branch of an item as one attempt has it. The attempt first moves the branch to a commit of its
 * own, and its work only follows that one: a push of any other attempt is refused by git itself.
 */
export class ItemWorkspace {
  readonly dir: string
  readonly #git: WritingGit
  readonly #given: GivenStep
  readonly #from: string
  readonly #mark: string

  private constructor(
    dir: string,
    given: GivenStep,
    parts: { git: WritingGit; from: string; mark: string },
  ) {
    this.dir = dir
    this.#given = given
    this.#git = parts.git
    this.#from = parts.from
    this.#mark = parts.mark
  }

  static async open(parts: WorkspaceParts, given: GivenStep): Promise<ItemWorkspace> {
    const { mirrors, folder, env } = parts
    const { request, head, base } = given
    const mirror = await mirrors.open(given)
    await mirrors.fetch(given, mirror)
    const from =
      head ?? (await mirror.text(['rev-parse', '--verify', `refs/remotes/origin/${base}^{commit}`]))
    const branch = branchFor(request.item)
    const seen = await remoteHead(mirror, given.repository, branch)
    const mark = await markOf(mirror, given, from)
    await push(mirror, { repository: given.repository, branch, commit: mark, expected: seen })
    const dir = join(folder, nameOf(given))
    await checkOut(mirror, dir, from)
    layOut(dir, given, env)
    return new ItemWorkspace(dir, given, { git: await WritingGit.open(dir, { env }), from, mark })
  }

  /** What the step has left, as one commit on what it began with; gives the branch's new head. */
  async finish(subject: string): Promise<string> {
    const { item, launch } = this.#given.request
    const wish = { dir: this.dir, notCode: notCodeFor(item), isLeft: isHostFile, as: this.#from }
    const { tree } = await workingTree(this.#git, wish)
    const isNew = tree !== (await this.#git.text(['rev-parse', `${this.#from}^{tree}`]))
    const message = withTrailers(subject, { 'Sdd-Step': launch.key.stepId })
    const commit = isNew
      ? await commitTree(this.#git, tree, { parents: [this.#from], message })
      : this.#from
    const { repository } = this.#given
    const branch = branchFor(item)
    await push(this.#git, { repository, branch, commit, expected: this.#mark })
    return commit
  }
}

/** The branch is another attempt's by now. */
export class PushRefused extends Error {}

interface Push {
  repository: string
  branch: string
  commit: string
  /** Null: the branch is not to be there yet. */
  expected: string | null
}

/** By its address: under the name of a remote, git would also move what a fetch moves meanwhile. */
async function push(git: WritingGit, asked: Push): Promise<void> {
  const { repository, branch, commit, expected } = asked
  const ref = `refs/heads/${branch}`
  const lease = `--force-with-lease=${ref}:${expected ?? ''}`
  const args = ['push', '--quiet', lease, '--', repository, `${commit}:${ref}`]
  try {
    await git.must(args, { isRemote: true })
  } catch (error) {
    if (error instanceof GitFailed && /stale info|rejected/.test(error.errors))
      throw new PushRefused(branch, { cause: error })
    throw error
  }
}

async function remoteHead(
  git: WritingGit,
  repository: string,
  branch: string,
): Promise<string | null> {
  const args = ['ls-remote', '--quiet', '--', repository, `refs/heads/${branch}`]
  const line = await git.text(args, { isRemote: true })
  return line === '' ? null : (line.split('\t')[0] ?? null)
}

/** Nobody else can make the same one: it names the attempt. */
async function markOf(git: WritingGit, { request }: GivenStep, from: string): Promise<string> {
  const { agentId } = request.launch.key
  const tree = await git.text(['rev-parse', `${from}^{tree}`])
  const message = withTrailers(`${request.item.name}: at work`, { 'Sdd-Attempt': agentId })
  return commitTree(git, tree, { parents: [from], message })
}

/** What an earlier attempt left there is gone; what git ignores stays, as a cache does. */
async function checkOut(mirror: WritingGit, dir: string, commit: string): Promise<void> {
  if (!existsSync(join(dir, '.git'))) {
    rmSync(dir, { recursive: true, force: true })
    mkdirSync(dirname(dir), { recursive: true })
    await mirror.must(['worktree', 'prune'])
    await mirror.must(['worktree', 'add', '--quiet', '--detach', dir, commit])
    return
  }
  await mirror.must(['checkout', '--quiet', '--force', '--detach', commit], { cwd: dir })
  await mirror.must(['clean', '--quiet', '-ffd'], { cwd: dir })
}

/** The agents read there what people have decided; what is written there by them is not taken. */
function layOut(dir: string, { request, record }: GivenStep, env: NodeJS.ProcessEnv): void {
  const folders = foldersOf(dir, env)
  prepareRuntime(folders)
  const item = workItemSchema.parse(request.item)
  const itemDir = itemDirOf(folders, item)
  makeFolder(itemDir)
  const path = join(itemDir, RECORD_FILES[item.kind])
  refuseLinks(path)
  writeFileSync(path, record)
}

const nameOf = ({ repository, request }: GivenStep): string =>
  createHash('sha256')
    .update(`${repository} ${request.item.kind} ${request.item.name}`)
    .digest('hex')
    .slice(0, 16)
