import type { AgentRecord, LaunchKey } from '../../../contracts/launch/agent.ts'
import type { AgentPhase } from '../../../contracts/phases.ts'
import type { WorkItem } from '../../../contracts/work-item.ts'
import { checkAgent, readCheckLine } from '../../../core/agent-events/check-lines.ts'
import { keyOfRecord } from '../folder/agent-info.ts'
import type { Env } from '../drivers/driver.ts'
import {
  cgroupFor,
  type LaunchSurroundings,
  prepareProcess,
  type PreparedLaunch,
} from './launch-process.ts'

/** A check command of the user; where and how it runs is already decided. */
export interface CheckLaunch {
  key: LaunchKey
  item: WorkItem
  phase: AgentPhase
  name: string
  /** An absolute path. */
  program: string
  args: readonly string[]
  cwd: string
  env: Env
  timeoutMs: number
  /** The journal's seq at launch. */
  seq: number
}

export const prepareCheck = (check: CheckLaunch, world: LaunchSurroundings): PreparedLaunch => {
  const { key, item, phase, name, program, args, cwd, env, timeoutMs, seq } = check
  const record: AgentRecord = {
    ...keyOfRecord(key),
    item,
    phase,
    round: null,
    agent: checkAgent(name),
    command: program,
    args: [...args],
    cwd,
    sessionId: null,
    model: null,
    startedAt: world.now().toISOString(),
    seq,
    timeoutMs,
    ...cgroupFor(world, key),
  }
  const marked = { ...env, SDD_AGENT_ID: key.agentId }
  return prepareProcess(
    { record, prompt: '', env: marked, readLine: readCheckLine, isOneLog: true },
    world,
  )
}
