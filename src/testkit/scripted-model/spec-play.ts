import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentPhase } from '../../contracts/phases.ts'
import type { ModelApi, Turn } from './model-request.ts'
import {
  designText,
  inspectionText,
  replyText,
  requirementsText,
  type ReviewCounts,
  reviewText,
  tasksText,
  tickedText,
} from './spec-documents.ts'
import type { Act } from './tool-calls.ts'

/** A failure in a phase: the name of the scenario that replaces the play. */
export interface PhaseFailure {
  phase: AgentPhase
  scenario: string
  /** Affects only clients of this API. */
  api?: ModelApi
  /** How many requests it affects; all of them unless given. */
  times?: number
}

/** What a phase's agent does after its work; `file` is relative to the spec's folder. */
export type Extra = { phase: AgentPhase } & (
  | { file: string; content: (text: string) => string }
  | { shell: string }
)

export interface SpecPlayOptions {
  projectDir: string
  taskCount?: number
  /** How many boxes one impl run ticks. */
  ticksPerRun?: number
  /** One per round; the last one repeats. */
  reviewCounts?: readonly ReviewCounts[]
  failures?: readonly PhaseFailure[]
  extras?: readonly Extra[]
}

interface Scene {
  phase: AgentPhase
  feature: string
  round: number
}

interface WrittenFile {
  path: string
  content: () => string
}

export type Deed = WrittenFile | { command: string }

/** Plays every phase of a spec, based on the prompt and what is on disk. */
export class SpecPlay {
  readonly #options: SpecPlayOptions
  readonly #hits = new Map<PhaseFailure, number>()

  constructor(options: SpecPlayOptions) {
    this.#options = options
  }

  /** Null when nothing fails now. */
  failureFor({ phase }: Scene, api: ModelApi): string | null {
    for (const failure of this.#options.failures ?? []) {
      const hits = this.#hits.get(failure) ?? 0
      const isMeant = failure.phase === phase && (failure.api ?? api) === api
      if (!isMeant || hits >= (failure.times ?? Infinity)) continue
      this.#hits.set(failure, hits + 1)
      return failure.scenario
    }
    return null
  }

  /** All that the phase does. Called at each step; contents are computed when their turn comes. */
  deeds(scene: Scene): Deed[] {
    const { phase } = scene
    const extras = (this.#options.extras ?? []).filter((extra) => extra.phase === phase)
    return [...this.#work(scene), ...extras.map((extra) => this.#deedOf(extra, scene))]
  }

  #deedOf(extra: Extra, scene: Scene): Deed {
    if ('shell' in extra) return { command: extra.shell }
    const path = join(this.#specDir(scene), extra.file)
    const text = (): string => (existsSync(path) ? readFileSync(path, 'utf8') : '')
    return { path, content: () => extra.content(text()) }
  }

  #work(scene: Scene): WrittenFile[] {
    const { feature, round } = scene
    const dir = this.#specDir(scene)
    const counts = this.#countsOf(round)
    const document = (name: string, content: () => string): WrittenFile => ({
      path: join(dir, name),
      content,
    })
    const { taskCount = 3, ticksPerRun = Infinity } = this.#options
    switch (scene.phase) {
      case 'requirements':
        return [document('requirements.md', () => requirementsText(feature))]
      case 'design':
        return [document('design.md', () => designText(feature, 0))]
      case 'tasks':
        return [document('tasks.md', () => tasksText(feature, taskCount))]
      case 'document-review':
        return [document(`document-review-${round}.md`, () => reviewText(feature, round, counts))]
      case 'document-review-reply': {
        const fix = document('design.md', () => designText(feature, round))
        const reply = document(`document-review-${round}-reply.md`, () =>
          replyText(feature, round, counts),
        )
        return counts[0] > 0 ? [fix, reply] : [reply]
      }
      case 'impl': {
        const tasks = join(dir, 'tasks.md')
        const tick = (): string => tickedText(readFileSync(tasks, 'utf8'), ticksPerRun)
        return [document('tasks.md', tick)]
      }
      case 'inspection':
        return [document(`inspection-${round}.md`, () => inspectionText(feature, round))]
      case 'clarify':
      case 'analyze':
      case 'fix':
      case 'verify':
      case 'deploy':
        throw new Error(`no play for ${scene.phase}`)
      default:
        return scene.phase satisfies never
    }
  }

  #specDir({ feature }: Scene): string {
    return join(this.#options.projectDir, '.kiro', 'specs', feature)
  }

  #countsOf(round: number): ReviewCounts {
    const { reviewCounts = [[0, 0]] } = this.#options
    return reviewCounts[round - 1] ?? reviewCounts.at(-1) ?? [0, 0]
  }
}

/** What our last prompt asks for, and how many tool results have come since. */
export function sceneOf(turns: readonly Turn[]): { scene: Scene; step: number } | null {
  const at = turns.findLastIndex((turn) => turn.kind === 'said' && readScene(turn.text) !== null)
  const prompt = turns[at]
  const scene = prompt?.kind === 'said' ? readScene(prompt.text) : null
  return scene === null ? null : { scene, step: resultsIn(turns.slice(at + 1)) }
}

export const resultsIn = (turns: readonly Turn[]): number =>
  turns.reduce((sum, turn) => sum + (turn.kind === 'tool-results' ? turn.count : 0), 0)

export const actOf = (deed: Deed): Act =>
  'command' in deed
    ? { act: 'shell', command: deed.command }
    : { act: 'write', path: deed.path, content: deed.content() }

const HEADINGS: readonly (readonly [AgentPhase, RegExp])[] = [
  ['requirements', /^# Write the requirements of `(?<feature>[^`]+)`/m],
  ['design', /^# Write the design of `(?<feature>[^`]+)`/m],
  ['tasks', /^# Write the task list of `(?<feature>[^`]+)`/m],
  ['document-review', /^# Review the documents of `(?<feature>[^`]+)`, round (?<round>\d+)/m],
  ['document-review-reply', /^# Answer review (?<round>\d+) of `(?<feature>[^`]+)`/m],
  ['impl', /^# Implement `(?<feature>[^`]+)`/m],
  ['inspection', /^# Inspect the implementation of `(?<feature>[^`]+)`, report (?<round>\d+)/m],
]

function readScene(text: string): Scene | null {
  for (const [phase, heading] of HEADINGS) {
    const groups = heading.exec(text)?.groups
    const feature = groups?.['feature']
    if (feature !== undefined) return { phase, feature, round: Number(groups?.['round'] ?? 1) }
  }
  return null
}
