import { expect, it } from 'vitest'
import type { AgentInfo } from '../../contracts/launch/agent.ts'
import { specNamed } from '../../contracts/work-item.ts'
import { rowAt } from '../../testkit/spec-row.ts'
import { phaseCells } from '../views/phase-cells.ts'
import { agentLanes } from './agent-lanes.ts'
import { projectStrip } from './project-strip.ts'

const HOUR = 3_600_000
const at = (hour: number): string => new Date(hour * HOUR).toISOString()
const agent = (name: string, from: number, to: number | null): AgentInfo =>
  ({
    agentId: `${name}-${from}`,
    item: specNamed(name),
    startedAt: at(from),
    endedAt: to === null ? null : at(to),
  }) as unknown as AgentInfo

it('agents of the day on a lane for each item, cut off at its edges', () => {
  const agents = [agent('b', 30, 31), agent('a', 20, 26), agent('b', 40, null), agent('old', 1, 2)]
  const lanes = agentLanes(agents, { from: 24 * HOUR, to: 48 * HOUR })
  expect(
    lanes.map(({ item, bars }) => [
      item.name,
      ...bars.map(({ from, to }) => [from / HOUR, to / HOUR]),
    ]),
  ).toEqual([
    ['a', [24, 26]],
    ['b', [30, 31], [40, 48]],
  ])
})

it('the strip counts every phase of every item once, as the board shows it', () => {
  const rows = [rowAt('impl'), rowAt('design', { workflow: 'bug' }), rowAt(null)]
  const { phases, columns, counts } = projectStrip(rows)
  expect(columns).toHaveLength(3)
  expect(phases).toContain('requirements')
  expect(phases).toContain('verify')
  for (const phase of phases) {
    const shown = rows.flatMap((row) => phaseCells(row)).filter((cell) => cell.phase === phase)
    const sum = Object.values(counts[phase] ?? {}).reduce((total, count) => total + count, 0)
    expect(sum).toBe(shown.length)
    for (const { state } of shown)
      expect(counts[phase]?.[state]).toBe(shown.filter((cell) => cell.state === state).length)
  }
})
