import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type AgentId, agentIdSchema } from '../../../../contracts/ids.ts'
import { errnoOf } from '../../../files/errno.ts'

/** Unique: a copy of the project may launch an agent with the same id. */
export const nameCgroup = (home: string, agentId: AgentId): string =>
  join(home, `sdd-${agentId}-${randomBytes(4).toString('hex')}`)

/** The control groups of agents in there. */
export const cgroupsIn = (home: string): { cgroup: string; agentId: AgentId }[] =>
  groupsIn(home).flatMap((cgroup) => {
    const name = /^sdd-(.+)-[0-9a-f]{8}$/.exec(basename(cgroup))?.[1]
    const agentId = agentIdSchema.safeParse(name)
    return agentId.success ? [{ cgroup, agentId: agentId.data }] : []
  })

/** False if it cannot be made: the agent then runs without one. */
export const makeCgroup = (cgroup: string): boolean => {
  try {
    mkdirSync(cgroup)
    return true
  } catch {
    return false
  }
}

/** The pids in it and in its nested groups; empty if there is no such group. */
export const pidsInCgroup = (cgroup: string): number[] => [
  ...lines(join(cgroup, 'cgroup.procs')).map(Number),
  ...groupsIn(cgroup).flatMap(pidsInCgroup),
]

/** Kills all members at once if the kernel can, unless this host is one of them. */
export const killCgroup = (cgroup: string): void => {
  if (pidsInCgroup(cgroup).includes(process.pid)) return
  try {
    writeFileSync(join(cgroup, 'cgroup.kill'), '1', { flag: 'r+' })
  } catch {
    // An older kernel, or no such group: the caller signals the members one by one.
  }
}

/** False while it still has living members. */
export const removeCgroup = (cgroup: string): boolean => {
  if (tryRemove(cgroup)) return true
  const inner = groupsIn(cgroup)
  return inner.length > 0 && inner.every(removeCgroup) && tryRemove(cgroup)
}

const tryRemove = (cgroup: string): boolean => {
  try {
    rmdirSync(cgroup)
    return true
  } catch (error) {
    return errnoOf(error) !== 'EBUSY'
  }
}

const groupsIn = (cgroup: string): string[] => {
  try {
    return readdirSync(cgroup, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? [join(cgroup, entry.name)] : [],
    )
  } catch {
    return []
  }
}

const lines = (path: string): string[] => {
  try {
    return readFileSync(path, 'utf8').split('\n').filter(Boolean)
  } catch {
    return []
  }
}
