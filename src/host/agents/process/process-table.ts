import type { AgentId } from '../../../contracts/ids.ts'
import { darwinTable } from './process-table-darwin.ts'
import { linuxTable } from './process-table-linux.ts'

/** A pid alone does not identify a process: pids are reused. */
export type ProcessId = { pid: number; startTime: string }

export type ProcessRow = ProcessId & {
  ppid: number
  pgid: number
  /** Null if the system does not tell. */
  sid: number | null
  /** Its environment contains the variable that was searched for. */
  isMarked: boolean
}

/** Zombies count as dead: in a container they may never be reaped. */
export type ProcessTable = {
  /** All living processes; `mark` is the `NAME=value` to search for, or null. */
  rows: (mark: string | null) => ProcessRow[]
  /** Those of the given agents whose mark is carried by a living process. */
  agentsAlive: (agents: ReadonlySet<AgentId>) => AgentId[]
  /** Null if there is no such living process. */
  startTimeOf: (pid: number) => string | null
  /** Null if the environment cannot be read. */
  carries: (pid: number, mark: string) => boolean | null
}

export const processTable: ProcessTable = process.platform === 'darwin' ? darwinTable : linuxTable

export const isAlive = ({ pid, startTime }: ProcessId): boolean =>
  processTable.startTimeOf(pid) === startTime
