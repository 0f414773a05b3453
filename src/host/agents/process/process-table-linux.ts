import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs'
import { errnoOf } from '../../files/errno.ts'
import type { AgentId } from '../../../contracts/ids.ts'
import { agentMark } from './agent-mark.ts'
import type { ProcessRow, ProcessTable } from './process-table.ts'

/** The process is gone or belongs to someone else. */
const UNREADABLE = new Set(['ENOENT', 'ESRCH', 'EACCES', 'EPERM'])

export const linuxTable: ProcessTable = {
  rows(mark) {
    const rows: ProcessRow[] = []
    for (const name of readdirSync('/proc')) {
      if (!/^\d+$/.test(name)) continue
      const pid = Number(name)
      const stat = readStat(pid)
      if (stat === null) continue
      const isMarked = mark !== null && environCarries(pid, mark) === true
      rows.push({ ...stat, pid, isMarked })
    }
    return rows
  },
  agentsAlive(agents) {
    const marks = new Map([...agents].map((agentId) => [agentMark(agentId), agentId]))
    const found = new Set<AgentId>()
    for (const name of readdirSync('/proc')) {
      if (!/^\d+$/.test(name)) continue
      for (const mark of marksIn(readIntoShared(`/proc/${name}/environ`))) {
        const agentId = marks.get(mark)
        if (agentId !== undefined) found.add(agentId)
      }
    }
    return [...found]
  },
  startTimeOf: (pid) => readStat(pid)?.startTime ?? null,
  carries: environCarries,
}

type Stat = Omit<ProcessRow, 'pid' | 'isMarked'>

/** The second field is the program's name and may contain blanks and brackets. */
const readStat = (pid: number): Stat | null => {
  const text = readProc(`/proc/${pid}/stat`)?.toString('latin1')
  if (text === undefined) return null
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const [state, ppid, pgid, sid] = fields
  const startTime = fields[19]
  if (startTime === undefined || state === 'Z' || state === 'X') return null
  return { ppid: Number(ppid), pgid: Number(pgid), sid: Number(sid), startTime }
}

function environCarries(pid: number, mark: string): boolean | null {
  const environ = readProc(`/proc/${pid}/environ`)
  if (environ === null) return null
  for (let at = environ.indexOf(mark); at !== -1; at = environ.indexOf(mark, at + 1)) {
    const end = at + Buffer.byteLength(mark)
    const isWhole = (at === 0 || environ[at - 1] === 0) && (environ[end] ?? 0) === 0
    if (isWhole) return true
  }
  return false
}

const MARK = agentMark('')

/** All occurrences: a process may have several variables that contain a mark. */
function marksIn(environ: Buffer | null): string[] {
  const marks: string[] = []
  if (environ === null) return marks
  for (let at = environ.indexOf(MARK); at !== -1; at = environ.indexOf(MARK, at + 1)) {
    const end = environ.indexOf(0, at)
    if (at === 0 || environ[at - 1] === 0)
      marks.push(environ.toString('utf8', at, end === -1 ? environ.length : end))
  }
  return marks
}

const shared = Buffer.alloc(64 * 1024)

/** Reuses one buffer: hundreds of files are read one after another. */
function readIntoShared(path: string): Buffer | null {
  let fd: number
  try {
    fd = openSync(path, 'r')
  } catch (error) {
    if (UNREADABLE.has(errnoOf(error) ?? '')) return null
    throw error
  }
  try {
    const length = readSync(fd, shared, 0, shared.length, 0)
    return length < shared.length ? shared.subarray(0, length) : readProc(path)
  } catch (error) {
    if (UNREADABLE.has(errnoOf(error) ?? '')) return null
    throw error
  } finally {
    closeSync(fd)
  }
}

/** Null if the process is gone or belongs to someone else. */
export const readProc = (path: string): Buffer | null => {
  try {
    return readFileSync(path)
  } catch (error) {
    if (UNREADABLE.has(errnoOf(error) ?? '')) return null
    throw error
  }
}
