import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
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
      fetchChecked(git, { ...of, specs: [commit], settings: ONE_PACK }),
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
      if (existsSync(complete)) return forgetAddress(dir)
      // What is in the repository concerns no other user of this computer.
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
      mkdirSync(dir, { recursive: true, mode: 0o700 })
      await WritingGit.init(dir, { env: this.#env, isBare: true })
      writeFileSync(complete, '')
    })
    return WritingGit.open(dir, { env: this.#env, isBare: true })
  }

  /** One at a time: two fetches into the same folder lock each other out. */
  fetch({ repository, base }: MirrorOf, git: WritingGit): Promise<void> {
    return this.#turns.take(`${nameOf(repository)} fetch`, async () => {
      try {
        const specs = ['+refs/heads/*:refs/remotes/origin/*']
        await fetchChecked(git, { repository, specs, prunes: true, settings: ONE_PACK })
      } catch (error) {
        if (!(error instanceof ObjectsRefused)) throw error
        // Whoever pushed them to one branch must not stop the work on all others.
        const specs = [`+refs/heads/${base}:refs/remotes/origin/${base}`]
        if (base !== undefined) await fetchChecked(git, { repository, specs, settings: ONE_PACK })
      }
    })
  }
}

/** All objects appear at once: loose objects would show a commit before its contents. */
const ONE_PACK: readonly Setting[] = [['fetch.unpackLimit', '1']]

/** Earlier versions wrote the address, which may contain a password, where others can read it. */
function forgetAddress(dir: string): void {
  chmodSync(dir, 0o700)
  const config = join(dir, 'config')
  const text = readFileSync(config, 'utf8')
  const without = text.replace(/^\[remote "origin"\]\n(?:\t.*\n)*/m, '')
  if (without !== text) writeFileSync(config, without)
}

const hasCommit = async (git: WritingGit, commit: string): Promise<boolean> =>
  (await git.run(['cat-file', '-e', `${commit}^{commit}`])).code === 0

const nameOf = (repository: string): string =>
  createHash('sha256').update(repository).digest('hex').slice(0, 16)
