import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readChanges } from '../../src/host/changes/read-changes.ts'
import { readPatches } from '../../src/host/changes/read-patches.ts'
import { treeState } from '../../src/host/asks/tree-watch.ts'
import { repositoryState } from '../../src/host/git/repository-state.ts'
import { foldersOf } from '../../src/host/project/folders.ts'
import type { Workspace } from '../../src/contracts/host-steps.ts'
import type { WorktreePlace } from '../../src/host/workspaces/git-context.ts'
import {
  dropSavedWork,
  listSavedWork,
  restoreSavedBranch,
  restoreSavedFolder,
  showSavedWork,
} from '../../src/host/workspaces/saved-work-calls.ts'
import { GitWorld } from '../../src/testkit/worlds/git-world.ts'
import { ScriptedForge } from '../../src/testkit/scripted-forge.ts'
import { SETTINGS } from './git-settings.ts'
import { Planted } from './planted.ts'

const IS_CAMPAIGN = process.env['SDD_CAMPAIGN'] === '1'
const ATTRIBUTES = '* filter=evil diff=evil merge=evil\n'
const RECORD = { type: 'record', subject: 'impl' } as const

interface Ground {
  world: GitWorld
  /** The planted settings, as text. */
  text: string
}

interface Way {
  name: string
  /** Before the first act. */
  plant?: (ground: Ground) => void
  /** As soon as an agent could write into this worktree. */
  inWorktree?: (ground: Ground, path: string) => void
}

const gitFile = ({ world }: Ground, name: string): string => join(world.dir, '.git', name)
const CONDITIONS = [
  'include',
  'includeIf "onbranch:**"',
  'includeIf "gitdir:**/worktrees/**"',
  'includeIf "gitdir/i:**"',
  'includeIf "hasconfig:remote.*.url:**"',
]
const including = (conditions: readonly string[]): Way => ({
  name: `files that .git/config includes by ${conditions.join(', ')}`,
  plant: (ground) => {
    writeFileSync(gitFile(ground, 'planted'), ground.text)
    for (const condition of conditions)
      appendFileSync(gitFile(ground, 'config'), `[${condition}]\n\tpath = planted\n`)
  },
})

function nest({ world, text }: Ground, dir: string): void {
  cpSync(join(world.root, 'inner'), dir, { recursive: true })
  appendFileSync(join(dir, '.git/config'), text)
  world.put('lib.txt', 'changed\n', dir)
}

const WAYS: readonly Way[] = [
  {
    name: '.git/config',
    plant: (ground) => appendFileSync(gitFile(ground, 'config'), ground.text),
  },
  ...(IS_CAMPAIGN ? CONDITIONS.map((one) => including([one])) : [including(CONDITIONS)]),
  {
    name: 'the config.worktree of every working tree',
    plant: (ground) => {
      ground.world.git('config', 'extensions.worktreeConfig', 'true')
      writeFileSync(gitFile(ground, 'config.worktree'), ground.text)
    },
    inWorktree: ({ world, text }, path) => {
      const [, gitDir = ''] = /^gitdir: (.+)$/m.exec(world.read('.git', path)) ?? []
      writeFileSync(join(gitDir, 'config.worktree'), text)
    },
  },
  {
    name: 'repositories inside of the repository',
    plant: (ground) => {
      nest(ground, join(ground.world.dir, 'lib'))
      nest(ground, join(ground.world.dir, 'untracked'))
    },
    inWorktree: (ground, path) => {
      nest(ground, join(path, 'lib'))
      nest(ground, join(path, 'more'))
    },
  },
  {
    name: 'the files of the working tree: .gitmodules, .lfsconfig, a bare repository',
    plant: (ground) => {
      const { world, text } = ground
      world.put('.gitmodules', `[submodule "lib"]\n\tpath = lib\n\turl = ./lib\n${text}`)
      world.put('.lfsconfig', text)
      world.put('.gitconfig', text)
      execFileSync('git', ['init', '-q', '--bare', join(world.dir, 'bare')])
      appendFileSync(join(world.dir, 'bare/config'), text)
    },
  },
]

interface PlayParts {
  world: GitWorld
  planted: Planted
  only: string | null
}

/** One world for each way: the acts follow each other, and each is told what it left behind. */
class Play implements AsyncDisposable {
  readonly world: GitWorld
  readonly traces = new Map<string, string[]>()
  readonly #planted: Planted
  readonly #way: Way
  readonly #ground: Ground
  #seen: string[] = []

  private constructor(way: Way, { world, planted, only }: PlayParts) {
    this.world = world
    this.#planted = planted
    this.#way = way
    this.#ground = { world, text: planted.text(only) }
  }

  /** Plants all settings, or one of them with what it needs. */
  static async of(way: Way, only: string | null = null): Promise<Play> {
    const world = new GitWorld()
    return new Play(way, { world, planted: await Planted.at(join(world.root, 'planted')), only })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#planted[Symbol.asyncDispose]()
    this.world[Symbol.dispose]()
  }

  async run(): Promise<void> {
    const { world } = this
    this.#prepare()
    const forge = new ScriptedForge(world.root)
    world.git('remote', 'add', 'origin', forge.url)
    this.#way.plant?.(this.#ground)
    await this.#inWorktrees()
    await this.#inCheckout()
  }

  #prepare(): void {
    const { world } = this
    const inner = join(world.root, 'inner')
    mkdirSync(inner)
    world.gitIn(inner, 'init', '-q', '-b', 'main')
    world.put('lib.txt', 'lib\n', inner)
    world.put('.gitattributes', ATTRIBUTES, inner)
    const commit = world.commit('lib', inner)
    world.git('update-index', '--add', '--cacheinfo', `160000,${commit},lib`)
    world.put('.gitattributes', ATTRIBUTES)
    world.git('add', '.gitattributes')
    world.git('commit', '-qm', 'a submodule')
    mkdirSync(join(world.dir, 'lib'))
    for (const name of ['pre-commit', 'post-checkout', 'reference-transaction']) {
      world.put(`.git/hooks/${name}`, `#!/bin/sh\n${this.#planted.deed(`hooks.${name}`)}\n`)
      chmodSync(join(world.dir, '.git/hooks', name), 0o755)
    }
  }

  async #inWorktrees(): Promise<void> {
    const { world } = this
    for (const strategy of ['squash', 'rebase', 'merge'] as const) {
      const worktree = await this.#step('make a worktree', () => world.worktree())
      const at = { worktree }
      this.#way.inWorktree?.(this.#ground, worktree.path)
      world.put('src/app.txt', `${strategy}\n`, worktree.path)
      await this.#step('record a worktree', () => world.expect('recorded', RECORD, at))
      await this.#look(worktree)
      this.#commitAside(`${strategy}.txt`)
      const act = { type: 'integrate', strategy, message: 'Add login' } as const
      let ready = await this.#step(`integrate by ${strategy}`, () => world.expect('ready', act, at))
      if (strategy === 'squash') {
        const { commit, onto } = ready
        const catchUp = { type: 'catch-up', commit, onto } as const
        await this.#step('catch up', () => world.expect('recorded', catchUp, at))
        const request = { type: 'pull-request', title: 'x', body: 'x' } as const
        await this.#step('push for a pull request', () => world.expect('pull-request', request, at))
        ready = await world.expect('ready', act, at)
      } else if (strategy === 'merge') {
        this.#commitAside('src/app.txt')
        const stopped = await this.#step('meet a conflict', () => world.expect('conflict', act, at))
        this.#way.inWorktree?.(this.#ground, stopped.path)
        world.put('src/app.txt', 'both\n', stopped.path)
        const go = { type: 'continue-integration' } as const
        ready = await this.#step('continue after a conflict', () => world.expect('ready', go, at))
      }
      const { commit, onto } = ready
      const move = { type: 'move-base', commit, onto } as const
      await this.#step('move the base', () => world.expect('moved', move, at))
      world.put('late.txt', 'late\n', worktree.path)
      await this.#step('clean up, with saved work', () => world.act({ type: 'clean-up' }, at))
    }
  }

  async #inCheckout(): Promise<void> {
    const { world } = this
    const { env } = world
    const before = { ...RECORD, isBefore: true }
    await this.#step('record the checkout', () => world.expect('recorded', before))
    world.put('src/app.txt', 'in the checkout\n')
    await this.#step('record the checkout', () => world.expect('recorded', RECORD))
    await this.#look(null)
    const act = { type: 'commit-checkout', message: 'More' } as const
    await this.#step('commit the checkout', () => world.expect('committed', act))
    const place = { folders: { projectDir: world.dir }, env }
    const listed = await this.#step('list saved work', () => listSavedWork(place))
    const ref = listed.ok ? (listed.value[0]?.ref ?? '') : ''
    expect(ref).toMatch(/^refs\/sdd\/saved/)
    await this.#step('show saved work', () => showSavedWork(place, ref))
    await this.#step('restore saved work', async () => {
      expect(await restoreSavedBranch(place, ref)).toMatchObject({ ok: true })
      const dir = join(world.root, 'restored')
      expect(await restoreSavedFolder(place, { ref, dir })).toMatchObject({ ok: true })
    })
    await this.#step('drop saved work', () => dropSavedWork(place, ref))
  }

  async #look(worktree: WorktreePlace | null): Promise<void> {
    const { world } = this
    const { item, env } = world
    const folders = foldersOf(world.dir, env)
    const workspace: Workspace =
      worktree === null
        ? { kind: 'checkout', isBegun: true }
        : { kind: 'worktree', isSetUp: true, ...worktree }
    const place = { folders, env, worksIn: () => ({ workspace, isLive: false }) }
    const changes = await this.#step('look at changes', () => readChanges(place, item))
    if (!changes.ok || changes.value.state !== 'ok') throw new Error(JSON.stringify(changes))
    const { base, files } = changes.value
    await this.#step('look at patches', () => readPatches(place, { item, base: base.hash, files }))
    const dir = worktree?.path ?? world.dir
    await this.#step('look at the state', () => repositoryState(dir, env))
    await this.#step('watch the tree', () => treeState(dir, env))
  }

  /** A commit of the user, made without any of the planted settings. */
  #commitAside(path: string): void {
    const { world } = this
    const config = world.read('.git/config')
    const git = (...args: string[]): string => world.git('-c', 'core.hooksPath=/dev/null', ...args)
    world.put(path, `${path} aside\n`)
    world.put('.git/config', '[core]\n\tbare = false\n')
    git('update-index', '--add', '--', path)
    const commit = git('commit-tree', git('write-tree'), '-p', 'HEAD', '-m', 'aside')
    git('update-ref', 'refs/heads/main', commit)
    world.put('.git/config', config)
  }

  async #step<T>(name: string, act: () => Promise<T>): Promise<T> {
    const result = await act()
    const now = this.#planted.traces()
    const added = now.filter((trace) => !this.#seen.includes(trace))
    this.#seen = now
    this.traces.set(name, [...(this.traces.get(name) ?? []), ...added])
    return result
  }
}

const ACTS = [
  'make a worktree',
  'record a worktree',
  'look at changes',
  'look at patches',
  'look at the state',
  'watch the tree',
  'integrate by squash',
  'integrate by rebase',
  'integrate by merge',
  'catch up',
  'push for a pull request',
  'meet a conflict',
  'continue after a conflict',
  'move the base',
  'clean up, with saved work',
  'record the checkout',
  'commit the checkout',
  'list saved work',
  'show saved work',
  'restore saved work',
  'drop saved work',
] as const

/** The campaign plants each setting alone, too: one could keep another from taking effect. */
const ALONE = IS_CAMPAIGN ? SETTINGS.map(([name]) => name) : []

for (const way of WAYS)
  describe(`every setting that names a program, a path or an address, in ${way.name}`, () => {
    let play: Play
    beforeAll(async () => {
      play = await Play.of(way)
      await play.run()
    }, 120_000)
    afterAll(() => play[Symbol.asyncDispose]())

    it.each(ACTS)('T9 nothing of it is run, written or contacted: %s', (act) => {
      expect(play.traces.get(act)).toEqual([])
    })

    it.each(ALONE)('T9 nor alone: %s', async (name) => {
      await using alone = await Play.of(way, name)
      await alone.run()
      expect([...alone.traces.values()].flat()).toEqual([])
    })
  })
