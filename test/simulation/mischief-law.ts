import type { JournalEntry } from '../../src/contracts/journal.ts'
import type { Phase } from '../../src/contracts/phases.ts'
import { BUDGET_KINDS, type Budget, type Choices } from '../../src/contracts/spec-json.ts'
import type { Launch } from '../../src/core/decide/effects.ts'
import { choicesIn } from '../../src/core/spec/choices.ts'
import { normaliseSpec } from '../../src/core/spec/normalise.ts'
import type { Simulation } from '../../src/testkit/simulation/simulation.ts'
import { expect } from 'vitest'
import { holds } from './holds.ts'
import { DEFAULT_PERMISSIONS } from '../../src/core/workflow/tables/spec-workflow.ts'

/** A1: whatever agents write into spec.json, it keeps the people's choices from the journal. */
export function choicesStand({ journal, disk }: Simulation): void {
  const permissions = { ...DEFAULT_PERMISSIONS }
  const budget: Partial<Budget> = {}
  let choices: Partial<Choices> = {}
  for (const entry of journal) {
    if (entry.type === 'permission.changed') permissions[entry.phase] = entry.go
    if (entry.type === 'choices.changed') choices = { ...choices, ...choicesIn(entry) }
    if (entry.type !== 'budget.changed') continue
    for (const kind of BUDGET_KINDS) {
      const limit = entry[kind]
      if (limit !== undefined) budget[kind] = limit
    }
  }
  const spec = normaliseSpec('alpha', disk.specJson)
  expect(spec.permissions, 'A1 permissions').toEqual(permissions)
  expect(spec.choices, 'A1 choices').toEqual(choices)
  expect(spec.agents, 'A1 agents').toEqual({})
  expect(spec.budget, 'A1 budget').toEqual(budget)
}

/** A10: only its own phase's agent or the user writes a document, only impl agents tick. */
export function guardOwnWork(world: Simulation, launch: Launch): void {
  holds(Object.keys(launch.specAgents).length === 0, 'A1 an agent chosen by an agent')
  if (launch.phase === 'inspection') guardInspection(world)
  if (world.state.mode === 'manual') return
  for (const phase of ['design', 'tasks'] as const)
    if (
      launch.phase !== 'clarify' &&
      launch.phase !== 'requirements' &&
      launch.phase !== 'design' &&
      launch.phase !== phase
    )
      holds(isOwn(world, phase), `A10 another agent's ${phase}.md`, launch.phase)
}

function isOwn({ journal, disk }: Simulation, phase: Phase): boolean {
  if (disk.byPerson.has(`${phase}.md`)) return true
  return journal.some(
    (entry) =>
      (entry.type === 'phase.completed' || entry.type === 'approval.granted') &&
      entry.phase === phase,
  )
}

/** Tasks that an impl agent deleted count as open until the user accepts that. */
function guardInspection({ journal, disk }: Simulation): void {
  holds(journal.some(isImpl), 'A10 ticked by no impl agent')
  const vanished = journal.findLastIndex((entry) => entry.type === 'tasks.vanished')
  const isAccepted =
    vanished !== -1 &&
    journal
      .slice(vanished + 1)
      .some((entry) => entry.type === 'approval.granted' && entry.phase === 'tasks')
  if (!isAccepted) holds(!disk.hasOpenTask, 'inspection too early')
}

const isImpl = (entry: JournalEntry): boolean =>
  entry.type === 'step.started' && entry.phase === 'impl'

/** R25: two runs in a row that leave only blocked tasks are enough. */
export function blockedRunsEnd({ journal }: Simulation): void {
  let inRow = 0
  for (const entry of journal) {
    if (entry.type.startsWith('run.')) inRow = 0
    if (entry.type !== 'impl.rerun') continue
    inRow = (entry.blocked ?? []).length > 0 ? inRow + 1 : 0
    holds(inRow <= 1, 'R25 blocked and run again')
  }
}
