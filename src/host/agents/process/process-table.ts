import type { AgentId } from '../../../contracts/ids.ts'
import { darwinTable } from './process-table-darwin.ts'
import { linuxTable } from './process-table-linux.ts'

/** A pid alone means nothing: it is used again. */
export type ProcessId = { pid: number; startTime: string }

export type ProcessRow = ProcessId & {
  ppid: number
  pgid: number
  /** Null where the system does not say. */
  sid: number | null
  /** Carries the variable looked for in its environment. */
  isMarked: boolean
}

/** Zombies count as dead: in a container they may never be reaped. */
export type ProcessTable = {
  /** All living processes; `mark` is the `NAME=value` to look for, null for none. */
  rows: (mark: string | null) => ProcessRow[]
  /** Those of the agents whose mark a living process carries. */
  agentsAlive: (agents: ReadonlySet<AgentId>) => AgentId[]
  /** Null if there is no such living process. */
  startTimeOf: (pid: number) => string | null
  /** Null where the environment cannot be seen. */
  carries: (pid: number, mark: string) => boolean | null
}

export const processTable: ProcessTable = process.platform === 'darwin' ? darwinTable : linuxTable

export const isAlive = ({ pid, startTime }: ProcessId): boolean =>
  processTable.startTimeOf(pid) === startTime
