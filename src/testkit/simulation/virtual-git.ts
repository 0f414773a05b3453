import type { GitAct, GitResult } from '../../contracts/host-steps.ts'
import type { HostLaunch } from '../../core/decide/effects.ts'

/** What the base branch has, for all who deploy to it. */
export class VirtualBase {
  head = 0
  readonly commits = new Set<string>()
  /** What became the base, in order: the code of which item, as which tree. */
  readonly merges: { item: string; code: number; tree: string }[] = []
}

/** What becomes of an act in git, chosen by a property test. */
export interface GitFate {
  conflicts?: boolean
  /** Changed by someone else. */
  finding?: boolean
  inTheWay?: boolean
}

/** A repository in memory: just enough of git for `decide`. */
export class VirtualGit {
  readonly base: VirtualBase
  readonly #item: string
  /** Grows with every change of the item's code. */
  code = 0
  /** What is on its branch. */
  #recorded = 0
  #hasWorkspace = false
  #isConflicted = false
  /** What was committed in the checkout. */
  readonly commits: { code: number; tree: string }[] = []
  readonly #ready = new Map<string, number>()

  constructor(item: string, base = new VirtualBase()) {
    this.#item = item
    this.base = base
  }

  get tree(): string {
    return `${this.#item}-${this.code}`
  }

  treeAt(where: 'workspace' | 'scratch', { scratch }: HostLaunch): string {
    return where === 'workspace' ? this.tree : (scratch ?? '')
  }

  act(act: GitAct, fate: GitFate = {}): GitResult {
    if (fate.finding === true && act.type !== 'clean-up')
      return { type: 'finding', detail: 'someone was here; look, then resume' }
    switch (act.type) {
      case 'make-workspace':
        this.#hasWorkspace = true
        return { type: 'workspace', path: '/tree', branch: 'feature/a', base: 'main', from: 'c0' }
      case 'record':
        this.#recorded = this.code
        return {
          type: 'recorded',
          commit: this.#hasWorkspace ? `c-${this.tree}` : null,
          tree: this.tree,
          files: 1,
        }
      case 'integrate':
        this.#isConflicted = fate.conflicts === true
        return this.#integrated()
      case 'continue-integration':
        this.#isConflicted &&= fate.conflicts === true
        return this.#integrated()
      case 'catch-up':
        this.code++
        return this.act({ type: 'record', subject: 'with the newest base' })
      case 'move-base':
        return this.#moveBase(act.commit, act.onto, fate)
      case 'commit-checkout': {
        if (act.tree !== this.tree) return { type: 'finding', detail: 'the code has changed' }
        this.commits.push({ code: this.code, tree: this.tree })
        return { type: 'committed', commit: `c-${this.tree}` }
      }
      case 'pull-request':
        return { type: 'pull-request', url: 'https://forge.example/1', commit: `c-${this.tree}` }
      case 'clean-up':
        this.#hasWorkspace = false
        return { type: 'cleaned', saved: null, kept: null }
      default:
        return act satisfies never
    }
  }

  #integrated(): GitResult {
    if (this.#isConflicted) return { type: 'conflict', files: ['a.ts'], path: '/scratch' }
    const onto = String(this.base.head)
    const tree = `merged-${this.#item}-${this.#recorded}-on-${onto}`
    const commit = `c-${tree}`
    this.#ready.set(commit, this.#recorded)
    return { type: 'ready', commit, tree, onto, path: tree }
  }

  /** Done twice it is done once: the first host may have died before it could say so. */
  #moveBase(commit: string, onto: string, fate: GitFate): GitResult {
    const { base } = this
    if (base.commits.has(commit)) return { type: 'moved', commit }
    if (onto !== String(base.head)) return { type: 'base-moved' }
    if (fate.inTheWay === true) return { type: 'in-the-way', files: ['b.ts'] }
    base.head++
    base.commits.add(commit)
    const code = this.#ready.get(commit)
    if (code === undefined) throw new Error('a commit that was never made ready')
    base.merges.push({ item: this.#item, code, tree: commit.slice('c-'.length) })
    return { type: 'moved', commit }
  }
}
