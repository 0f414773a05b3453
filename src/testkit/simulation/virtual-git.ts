import type { GitAct, GitResult } from '../../contracts/host-steps.ts'
import type { HostLaunch } from '../../core/decide/effects.ts'

/** The base branch, shared by all items that deploy to it. */
export class VirtualBase {
  head = 0
  readonly commits = new Set<string>()
  /** Every merge into the base, in order. */
  readonly merges: { item: string; code: number; tree: string }[] = []
}

/** How an act in git ends; chosen by a property test. */
export interface GitFate {
  conflicts?: boolean
  /** Someone else has changed something. */
  finding?: boolean
  inTheWay?: boolean
}

/** A repository in memory: just enough of git for `decide`. */
export class VirtualGit {
  readonly base: VirtualBase
  readonly #item: string
  /** A version number that grows with every change of the item's code. */
  code = 0
  /** The version that is committed on the item's branch. */
  #recorded = 0
  #hasWorkspace = false
  #isConflicted = false
  /** What was committed in the user's checkout. */
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

  /** Idempotent: the first host may have died before it could report the move. */
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
