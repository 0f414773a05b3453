import { randomUUID } from 'node:crypto'
import { accessSync, constants, mkdirSync, readFileSync, rmdirSync } from 'node:fs'
import { join, posix } from 'node:path'

/** Hierarchies of cgroup v1 whose groups do not limit anything by themselves. */
const PLAIN_HIERARCHIES = ['freezer', 'pids']

type Hierarchy = { mountPoint: string; mountRoot: string; controllers: string[] | null }

/**
 * The cgroup of this process if we may create groups in it and move processes there, else null.
 * A process started in such a group stays in it, whatever it does to its parents or environment.
 */
export const findCgroupHome = (): string | null => candidates().find(isWritable) ?? null

export const cgroupHomes = (): string[] => candidates().filter(isWritable)

const candidates = (): string[] => {
  try {
    const own = readFileSync('/proc/self/cgroup', 'utf8')
    return cgroupFolders(own, readFileSync('/proc/self/mountinfo', 'utf8'))
  } catch {
    return []
  }
}

/** The cgroup folders of a process; v1 first, because moving a process there is faster. */
export const cgroupFolders = (own: string, mountInfo: string): string[] => {
  const mounts = mountInfo.split('\n').flatMap(parseMount)
  const folderIn = (mount: Hierarchy | undefined, path: string | undefined): string[] => {
    if (mount === undefined || path === undefined) return []
    const inMount = posix.relative(mount.mountRoot, path)
    return inMount.startsWith('..') ? [] : [join(mount.mountPoint, inMount)]
  }
  return [
    ...PLAIN_HIERARCHIES.flatMap((name) =>
      folderIn(
        mounts.find(({ controllers }) => controllers?.includes(name)),
        new RegExp(`^\\d+:(?:.*,)?${name}(?:,.*)?:(.+)$`, 'm').exec(own)?.[1],
      ),
    ),
    ...folderIn(
      mounts.find(({ controllers }) => controllers === null),
      /^0::(.+)$/m.exec(own)?.[1],
    ),
  ]
}

const parseMount = (line: string): Hierarchy[] => {
  const [before = '', after = ''] = line.split(' - ')
  const [, , , mountRoot = '', mountPoint = ''] = before.split(' ')
  const [type, , options = ''] = after.split(' ')
  if (type !== 'cgroup' && type !== 'cgroup2') return []
  return [{ mountPoint, mountRoot, controllers: type === 'cgroup2' ? null : options.split(',') }]
}

/** Moving a process requires write permission for the group it leaves, too. */
const isWritable = (folder: string): boolean => {
  const trial = join(folder, `sdd-trial-${randomUUID()}`)
  try {
    accessSync(join(folder, 'cgroup.procs'), constants.W_OK)
    mkdirSync(trial)
  } catch {
    return false
  }
  try {
    accessSync(join(trial, 'cgroup.procs'), constants.W_OK)
    return true
  } catch {
    return false
  } finally {
    rmdirSync(trial)
  }
}
