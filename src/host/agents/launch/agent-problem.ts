import type { Rejection } from '../../../contracts/rejections.ts'
import type { Drivers, Env } from '../drivers/driver.ts'
import { resolveExecutable } from '../process/executable.ts'

/** Only checks that the agent's program exists; nothing is run. */
export function agentProblem(name: string, drivers: Drivers, env: Env): Rejection | null {
  const driver = drivers.get(name)
  if (driver === undefined)
    return { code: 'AGENT_UNKNOWN', agent: name, known: [...drivers.keys()] }
  const found = resolveExecutable(driver, env)
  if (found.ok) return null
  if (found.error.code !== 'missing')
    return { code: 'AGENT_NOT_EXECUTABLE', agent: name, path: found.error.path }
  const variable = driver.cli?.variable ?? ''
  return { code: 'AGENT_MISSING', agent: name, command: found.error.path, variable }
}
