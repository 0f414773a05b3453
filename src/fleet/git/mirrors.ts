import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Setting } from '../../host/git/git-ground.ts'
import { WritingGit } from '../../host/git/writing-git.ts'
import { Turns } from '../../host/runs/turns.ts'
import { fetchChecked, ObjectsRefused } from './checked-fetch.ts'

/** Written last: a mirror without this file may be half made, and is made again. */
const COMPLETE = 'sdd-complete'

export interface MirrorOf {
  repository: string
  /** The one branch that has to be there. */
  base?: string
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
    await this.#turns.take(`${nameOf(of.repository)} fetch`, () =>
      fetchChecked(git, ['origin', commit], settingsFor(of)),
    )
  }

  /** The commit that branch of the repository is at now. */
  async tipOf(of: MirrorOf, branch: string): Promise<{ git: WritingGit; commit: string }> {
    const git = await this.open(of)
    await this.fetch({ ...of, base: branch }, git)
    const ref = `refs/remotes/origin/${branch}^{commit}`
    return { git, commit: await git.text(['rev-parse', '--verify', ref]) }
  }

  async open({ repository }: MirrorOf): Promise<WritingGit> {
    const dir = join(this.#folder, nameOf(repository))
    await this.#turns.take(dir, async () => {
      const complete = join(dir, COMPLETE)
      if (existsSync(complete)) return
      mkdirSync(dir, { recursive: true })
      await WritingGit.init(dir, { env: this.#env, isBare: true })
      writeFileSync(complete, '')
    })
    return WritingGit.open(dir, { env: this.#env, isBare: true })
  }

  /** One at a time: two fetches into the same folder lock each other out. */
  fetch(of: MirrorOf, git: WritingGit): Promise<void> {
    const { repository, base } = of
    return this.#turns.take(`${nameOf(repository)} fetch`, async () => {
      try {
        await fetchChecked(git, ['--prune', 'origin'], settingsFor(of))
      } catch (error) {
        if (!(error instanceof ObjectsRefused)) throw error
        // Whoever pushed them to one branch must not stop the work on all others.
        const only = `+refs/heads/${base}:refs/remotes/origin/${base}`
        if (base !== undefined) await fetchChecked(git, ['origin', only], settingsFor(of))
      }
    })
  }
}

const settingsFor = ({ repository }: MirrorOf): Setting[] => [
  // What the mirror itself says is not asked.
  ['remote.origin.url', repository],
  ['remote.origin.fetch', '+refs/heads/*:refs/remotes/origin/*'],
  // All objects appear at once: loose objects would show a commit before its contents.
  ['fetch.unpackLimit', '1'],
]

const hasCommit = async (git: WritingGit, commit: string): Promise<boolean> =>
  (await git.run(['cat-file', '-e', `${commit}^{commit}`])).code === 0

const nameOf = (repository: string): string =>
  createHash('sha256').update(repository).digest('hex').slice(0, 16)
