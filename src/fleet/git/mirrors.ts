import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { GitFailed, WritingGit } from '../../host/git/writing-git.ts'
import { Turns } from '../../host/runs/turns.ts'

/** What git says of a commit that the repository does not have or does not serve. */
const GONE = /not our ref|unadvertised object/

/** Written last: a mirror without this file may lack any of its settings, and is set up again. */
const COMPLETE = 'sdd-complete'

/** The repository no longer has a commit that it once had. */
export class CommitGone extends Error {
  constructor(commit: string) {
    super(
      `the repository no longer has ${commit}, the work of this item so far: its branch was set back or deleted there; push that commit to the branch again, then resume`,
    )
  }
}

export interface MirrorOf {
  repository: string
}

/** Bare copies of the projects' repositories: coordinators read them, workers work from them. */
export class Mirrors {
  readonly #folder: string
  readonly #env: NodeJS.ProcessEnv
  readonly #turns = new Turns()

  constructor(folder: string, env: NodeJS.ProcessEnv) {
    this.#folder = folder
    this.#env = env
  }

  /** Makes sure the mirror has that commit, and fetches if not. */
  async with(of: MirrorOf, commit: string): Promise<WritingGit> {
    const git = await this.open(of)
    if (await hasCommit(git, commit)) return git
    try {
      await this.fetch(of, git)
      await this.bring(of, commit)
    } catch (error) {
      // Another process that fetches into the same folder may have brought it.
      if (!(await hasCommit(git, commit))) throw error
    }
    return git
  }

  /** Fetches that very commit, even when no branch leads to it any more. */
  async bring(of: MirrorOf, commit: string): Promise<void> {
    const git = await this.open(of)
    if (await hasCommit(git, commit)) return
    await this.#turns.take(`${nameOf(of.repository)} fetch`, async () => {
      const args = ['-c', 'fetch.unpackLimit=1', 'fetch', '--quiet', 'origin', commit]
      try {
        await git.must(args, { isRemote: true })
      } catch (error) {
        const isGone = error instanceof GitFailed && GONE.test(error.errors)
        throw isGone ? new CommitGone(commit) : error
      }
    })
  }

  /** The commit that branch of the repository is at now. */
  async tipOf(of: MirrorOf, branch: string): Promise<{ git: WritingGit; commit: string }> {
    const git = await this.open(of)
    await this.fetch(of, git)
    const ref = `refs/remotes/origin/${branch}^{commit}`
    return { git, commit: await git.text(['rev-parse', '--verify', ref]) }
  }

  async open({ repository }: MirrorOf): Promise<WritingGit> {
    const dir = join(this.#folder, nameOf(repository))
    await this.#turns.take(dir, async () => {
      const complete = join(dir, COMPLETE)
      if (existsSync(complete)) return
      mkdirSync(dir, { recursive: true })
      const git = await WritingGit.open(dir, { env: this.#env })
      await git.must(['init', '--quiet', '--bare', '.'])
      await git.must(['config', 'remote.origin.url', repository])
      await git.must(['config', 'remote.origin.fetch', '+refs/heads/*:refs/remotes/origin/*'])
      writeFileSync(complete, '')
    })
    return WritingGit.open(dir, { env: this.#env })
  }

  /**
   * One at a time: two fetches into the same folder lock each other out. As one pack, whose objects
   * all appear at once: loose objects would show a commit before its contents.
   */
  fetch({ repository }: MirrorOf, git: WritingGit): Promise<void> {
    return this.#turns.take(`${nameOf(repository)} fetch`, async () => {
      const args = ['-c', 'fetch.unpackLimit=1', 'fetch', '--quiet', '--prune', 'origin']
      await git.must(args, { isRemote: true })
    })
  }
}

const hasCommit = async (git: WritingGit, commit: string): Promise<boolean> =>
  (await git.run(['cat-file', '-e', `${commit}^{commit}`])).code === 0

const nameOf = (repository: string): string =>
  createHash('sha256').update(repository).digest('hex').slice(0, 16)
