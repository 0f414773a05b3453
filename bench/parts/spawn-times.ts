import childProcess, { type ChildProcess } from 'node:child_process'
import { syncBuiltinESMExports } from 'node:module'

export interface SpawnTime {
  /** When `spawn` returned. */
  returnedAt: number
  /** When the exit event came; ours is the first listener. */
  exitedAt: number
}

/** Patches `spawn` to record every process that this program starts from now on. */
export function noteSpawns(): SpawnTime[] {
  const times: SpawnTime[] = []
  const original = childProcess.spawn as (...args: unknown[]) => ChildProcess
  const noting = (...args: unknown[]): ChildProcess => {
    const child = original(...args)
    const time = { returnedAt: performance.now(), exitedAt: Number.NaN }
    times.push(time)
    child.once('exit', () => {
      time.exitedAt = performance.now()
    })
    return child
  }
  Object.assign(childProcess, { spawn: noting })
  syncBuiltinESMExports()
  return times
}

/** The times from each exit to the next spawn. */
export function handOffs(times: SpawnTime[]): number[] {
  return times.slice(1).map((time, index) => time.returnedAt - (times[index]?.exitedAt ?? 0))
}
