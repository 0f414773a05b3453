import type { Refusal } from '../../app/live.ts'
import type { Place } from '../../app/routes.ts'

const AGENTS: Place = { screen: 'settings', section: 'agents' }
const PERMISSIONS: Place = { screen: 'settings', section: 'permissions' }
const RUNS: Place = { screen: 'settings', section: 'runs' }

const PLACES: Readonly<Partial<Record<Refusal['code'], Place>>> = {
  AGENT_UNKNOWN: AGENTS,
  AGENT_MISSING: AGENTS,
  AGENT_NOT_EXECUTABLE: AGENTS,
  AGENT_NOT_ISOLATED: AGENTS,
  AGENT_CANNOT_ASK: PERMISSIONS,
  PLAN_WRITES_NOTHING: PERMISSIONS,
  CHECK_MISSING: RUNS,
  NOT_TRUSTED: { screen: 'inbox' },
}

/** Where the user can fix the cause of a refusal; null if that is the item itself. */
export const remedyPlace = ({ code }: Refusal): Place | null => PLACES[code] ?? null
