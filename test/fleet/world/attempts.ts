import type { WorkItem } from '../../../src/contracts/work-item.ts'
import type { FleetWorld } from './fleet-world.ts'

/** Which attempts of the first step have begun, and how those that ended did so. */
export async function firstStep(world: FleetWorld, item: WorkItem): Promise<string[]> {
  return (await world.journal(item)).flatMap((entry) => {
    const isFirst = 'stepId' in entry && entry.stepId?.endsWith('_1') === true
    if (!isFirst || !('attempt' in entry)) return []
    if (entry.type === 'step.started') return [`${entry.attempt} begins`]
    if (entry.type !== 'agent.ended') return []
    return [`${entry.attempt} ${entry.ignored ? 'ignored' : entry.lost ? 'lost' : entry.status}`]
  })
}

/** Lost attempts and a last one that completed: a slow machine may lose more than one. */
export function tookOver(seen: readonly string[], atLeast = 2): string[] {
  const last = Math.max(atLeast, seen.length / 2)
  return Array.from({ length: last }, (_, index) => index + 1).flatMap((attempt) => [
    `${attempt} begins`,
    `${attempt} ${attempt === last ? 'completed' : 'lost'}`,
  ])
}
