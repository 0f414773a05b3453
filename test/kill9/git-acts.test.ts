import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { GitAct, GitResult } from '../../src/contracts/host-steps.ts'
import { GitWorld } from '../../src/testkit/worlds/git-world.ts'
import type { GitContext, WorktreePlace } from '../../src/host/workspaces/git-context.ts'
import { performGitAct } from '../../src/host/workspaces/perform-git-act.ts'
import { bundled } from './bundled.ts'
import { randomOf } from '../random.ts'
import { seed } from '../seed.ts'

const KILLING_GIT = fileURLToPath(new URL('killing-git.sh', import.meta.url))
const MANY_MS = 60 * 60_000
/** `npm run campaign:kill9` plays every point. */
const isCampaign = process.env['SDD_CAMPAIGN'] === '1'

const STAGES = [
  'make-workspace',
  'record',
  'integrate',
  'catch-up',
  'integrate once more',
  'move-base',
  'clean-up',
] as const
type Stage = (typeof STAGES)[number]
type Place = 'before' | 'half' | 'after'
interface Point {
  stage: Stage
  call: number
  at: Place
  afterMs: number
}

/** What a run of all acts needs, with a snapshot of the disk before each. */
class Course {
  readonly world = new GitWorld()
  readonly calls = new Map<Stage, number>()
  worktree: WorktreePlace | null = null
  ready: { commit: string; onto: string } | null = null

  actOf(stage: Stage): GitAct {
    switch (stage) {
      case 'record':
        return { type: stage, subject: 'impl: 1 of 1 tasks' }
      case 'integrate':
      case 'integrate once more':
        return { type: 'integrate', strategy: 'squash', message: 'Add login' }
      case 'catch-up':
      case 'move-base':
        if (this.ready === null) throw new Error('nothing is ready')
        return { type: stage, ...this.ready }
      case 'make-workspace':
      case 'clean-up':
        return { type: stage }
      default:
        return stage satisfies never
    }
  }

  contextOf(stage: Stage): GitContext {
    const { worktree } = this
    return this.world.context({ worktree, stepId: `step_kill_${STAGES.indexOf(stage)}` })
  }

  /** Does what people and agents do before this stage. */
  prepare(stage: Stage): void {
    const { world, worktree } = this
    if (stage === 'record' && worktree !== null) {
      for (let index = 0; index < 40; index++)
        world.put(`src/file-${index}.txt`, `${index}\n`.repeat(2000), worktree.path)
      world.put('src/app.txt', 'login\n', worktree.path)
      world.put('.kiro/specs/login/tasks.md', '- [x] 1. x\n', worktree.path)
    }
    if (stage === 'integrate') {
      world.put('other.txt', 'main\n')
      for (let index = 0; index < 40; index++)
        world.put(`base/file-${index}.txt`, `${index}\n`.repeat(2000))
      world.git('add', 'other.txt', 'base')
      world.git('commit', '-qm', 'main moved')
      world.put('mine.txt', 'untracked\n')
    }
    if (stage === 'clean-up' && worktree !== null)
      world.put('left.txt', 'left behind\n', worktree.path)
  }

  take(result: GitResult): void {
    if (result.type === 'workspace') {
      const { type: _, ...place } = result
      this.worktree = place
    }
    if (result.type === 'ready') this.ready = { commit: result.commit, onto: result.onto }
  }

  async finish(from: Stage): Promise<void> {
    for (const stage of STAGES.slice(STAGES.indexOf(from))) {
      if (stage !== from) this.prepare(stage)
      const result = await performGitAct(this.actOf(stage), this.contextOf(stage))
      expect(result.type, JSON.stringify(result)).toBe(ENDS[stage])
      this.take(result)
    }
  }

  snapshot(stage: Stage): string {
    return `${this.world.root}.${stage}`
  }

  save(stage: Stage): void {
    cpSync(this.world.root, this.snapshot(stage), {
      recursive: true,
      verbatimSymlinks: true,
      preserveTimestamps: true,
    })
  }

  restore(stage: Stage): void {
    rmSync(this.world.root, { recursive: true, force: true })
    execFileSync('cp', ['-a', this.snapshot(stage), this.world.root])
  }

  /** Runs the act in its own process, with a git that kills it; true if it was killed. */
  async run(stage: Stage, point: Pick<Point, 'call' | 'at' | 'afterMs'> | null): Promise<boolean> {
    const { root } = this.world
    const calls = join(root, 'git-calls')
    const env = {
      ...this.world.env,
      SDD_GIT_CALLS: calls,
      SDD_REAL_GIT: execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim(),
      SDD_KILL_CALL: String(point?.call ?? 0),
      SDD_KILL_AT: point?.at ?? 'none',
      SDD_KILL_AFTER: String((point?.afterMs ?? 0) / 1000),
    }
    this.world.program('git', `exec ${KILLING_GIT} "$@"`)
    const context = { ...this.contextOf(stage), env }
    const child = spawn(process.execPath, [
      bundled('git-act-program.mjs'),
      JSON.stringify({ act: this.actOf(stage), context }),
    ])
    let out = ''
    let errors = ''
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
    const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
    if (signal !== 'SIGKILL' && code !== 0) throw new Error(errors)
    rmSync(join(root, 'bin'), { recursive: true })
    this.calls.set(stage, readFileSync(calls, 'utf8').length / 2)
    rmSync(calls)
    if (signal === null) this.take(JSON.parse(out) as GitResult)
    return signal === 'SIGKILL'
  }

  [Symbol.dispose](): void {
    this.world[Symbol.dispose]()
    for (const stage of STAGES) rmSync(this.snapshot(stage), { recursive: true, force: true })
  }
}

const ENDS: Record<Stage, GitResult['type']> = {
  'make-workspace': 'workspace',
  record: 'recorded',
  integrate: 'ready',
  'catch-up': 'recorded',
  'integrate once more': 'ready',
  'move-base': 'moved',
  'clean-up': 'cleaned',
}

const SAVED = 'refs/sdd/saved/'
const refsOf = (world: GitWorld): string[] =>
  world.git('for-each-ref', '--format=%(refname)').split('\n')
const savedIn = (world: GitWorld): string[] => refsOf(world).filter((ref) => ref.startsWith(SAVED))

/** What is left in the end, without ids and times, and only the newest saved work. */
function outcomeOf({ world }: Course) {
  const own = Object.entries(world.manifest()).filter(
    ([path]) => !path.startsWith('.kiro/runtime/') && !path.startsWith('.kiro/worktrees/'),
  )
  const locks = execFileSync('find', [join(world.dir, '.git'), '-name', '*.lock'], {
    encoding: 'utf8',
  })
  return {
    files: Object.fromEntries(own),
    status: world.status(),
    tree: world.git('rev-parse', 'main^{tree}'),
    log: world.git('log', '--format=%s', 'main').split('\n'),
    refs: refsOf(world).filter((ref) => !ref.startsWith(SAVED)),
    saved: world.git('rev-parse', `${savedIn(world).at(-1)}^{tree}`),
    worktrees: world.git('worktree', 'list').split('\n').length,
    notes: existsSync(join(world.dir, '.kiro/runtime/git/spec-login.json')),
    locks,
    fsck: world.git('fsck', '--no-dangling'),
  }
}

let course: Course
let undisturbed: ReturnType<typeof outcomeOf>
const known = new Map<Stage, Pick<Course, 'worktree' | 'ready'>>()

beforeAll(async () => {
  // oxlint-disable-next-line no-console
  console.log(`kill9 of git acts: seed ${seed}${isCampaign ? ', every crash point' : ''}`)
  course = new Course()
  for (const stage of STAGES) {
    course.prepare(stage)
    course.save(stage)
    known.set(stage, { worktree: course.worktree, ready: course.ready })
    expect(await course.run(stage, null)).toBe(false)
  }
  undisturbed = outcomeOf(course)
  expect(undisturbed.files['src/app.txt']).toBe('login\n')
  expect(undisturbed.worktrees).toBe(1)
  expect(savedIn(course.world)).toHaveLength(1)
}, MANY_MS)
afterAll(() => course[Symbol.dispose]())

const random = randomOf(seed)

function pointsOf(stage: Stage): Point[] {
  const calls = Array.from({ length: course.calls.get(stage) ?? 0 }, (_, index) => index + 1)
  const places: Place[] = ['before', 'half', 'after']
  const all = calls.flatMap((call) =>
    places.map((at) => ({ stage, call, at, afterMs: Math.round(random() ** 2 * 12) })),
  )
  if (isCampaign) return all
  // One point per act, such that each place gets its turn.
  const place = places[STAGES.indexOf(stage) % places.length]
  const there = all.filter(({ at }) => at === place)
  return there.slice(Math.floor(random() * there.length)).slice(0, 1)
}

it.each(STAGES)(
  'W8 P10 kill -9 of host and git before, in and after each git of %s ends the same',
  { timeout: MANY_MS },
  async (stage) => {
    for (const point of pointsOf(stage)) {
      course.restore(stage)
      Object.assign(course, known.get(stage))
      const words = `seed ${seed}: ${JSON.stringify(point)}`
      // If git ends at once, the host may finish before it is killed.
      await course.run(stage, point)
      Object.assign(course, known.get(stage))
      await course.finish(stage).catch((error: unknown) => {
        throw new Error(`${words}: ${String(error)}`, { cause: error })
      })
      expect(outcomeOf(course), words).toEqual(undisturbed)
      // Half-written files of the base may be anyone's: they are saved before being overwritten.
      const saved = savedIn(course.world).length
      expect(saved, words).toBeLessThanOrEqual(stage === 'catch-up' ? 2 : 1)
    }
  },
)
