import { execFileSync } from 'node:child_process'
import { agentMark } from './agent-mark.ts'
import type { ProcessRow, ProcessTable } from './process-table.ts'

const COLUMNS = 'pid=,ppid=,pgid=,state=,lstart=,command='

/** Without `sess`: on macOS it is 0 for every process. */
export const darwinTable: ProcessTable = {
  rows: (mark) => parsePs(ps(['-axEww', '-o', COLUMNS]), mark ?? ''),
  agentsAlive(agents) {
    const text = ps(['-axEww', '-o', COLUMNS])
    return [...agents].filter((agentId) =>
      parsePs(text, agentMark(agentId)).some(({ isMarked }) => isMarked),
    )
  },
  startTimeOf(pid) {
    const text = ps(['-Eww', '-o', COLUMNS, '-p', String(pid)])
    return parsePs(text, '').find((row) => row.pid === pid)?.startTime ?? null
  },
  /** The system hides the environment of its own programs, `/bin/sh` among them. */
  carries: () => null,
}

/** Lines of `ps -E`: the environment follows the command, separated by blanks. */
export const parsePs = (text: string, mark: string): ProcessRow[] => {
  const rows: ProcessRow[] = []
  const pattern = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(\S+\s+\S+\s+\S+\s+\S+\s+\d{4})(.*)$/
  for (const line of text.split('\n')) {
    const match = pattern.exec(line)
    if (match === null) continue
    const [, pid, ppid, pgid, state = '', startTime = '', rest = ''] = match
    if (state.startsWith('Z')) continue
    rows.push({
      pid: Number(pid),
      ppid: Number(ppid),
      pgid: Number(pgid),
      sid: null,
      startTime: startTime.replace(/\s+/g, ' '),
      isMarked: mark !== '' && `${rest} `.includes(` ${mark} `),
    })
  }
  return rows
}

/** Start times are compared as text, so zone and language are fixed. */
const ps = (args: string[]): string => {
  const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC0' }
  try {
    return execFileSync('/bin/ps', args, { env, encoding: 'utf8', maxBuffer: 1 << 28 })
  } catch (error) {
    // `ps -p` exits with 1 if there is no such process.
    if (error instanceof Error && 'status' in error && error.status === 1) return ''
    throw error
  }
}
