import type { AgentId } from '../../contracts/ids.ts'
import type { AutoExecutionState } from '../../contracts/run-state.ts'
import type { Happening } from '../../core/decide/events.ts'
import type { Database } from '../database/database.ts'
import type { News } from '../jobs/news.ts'
import { readAttempt } from './attempt-rows.ts'

export const RUNS_LINE = 'runs'
/** The line for one branch of one project; project names never contain a colon. */
export const baseLine = (project: string, base: string): string => `base:${project}:${base}`

/** What the news means to the item as it is now; null when it is about a run that is over. */
export async function happeningOf(
  database: Database,
  news: News,
  { state, at }: { state: AutoExecutionState; at: string },
): Promise<Happening | null> {
  switch (news.type) {
    case 'wait-over':
      return { type: 'wait.over', at, runId: news.runId }
    case 'timed-out': {
      const attempt = await readAttempt(database, news.agentId as AgentId)
      const key = attempt?.request?.launch.key
      return key ? { type: 'step.timed-out', at, key, afterMs: news.afterMs } : null
    }
    case 'granted':
      return grantOf(news.line, state, at)
    default:
      return news satisfies never
  }
}

function grantOf(line: string, { runId }: AutoExecutionState, at: string): Happening | null {
  if (runId === null) return null
  if (line === RUNS_LINE) return { type: 'slot.granted', at, runId }
  const [, , ...base] = line.split(':')
  return { type: 'base.granted', at, runId, base: base.join(':') }
}
