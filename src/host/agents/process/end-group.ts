import { errnoOf } from '../../files/errno.ts'

/** Kills a process that was started in its own group, with its children. */
export function endGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    if (errnoOf(error) !== 'ESRCH') throw error
  }
}
