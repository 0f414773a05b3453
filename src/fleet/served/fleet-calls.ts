import { err, ok } from '../../contracts/result.ts'
import type { Hello, ProjectInfo } from '../../contracts/rpc.ts'
import type { Caller, HostCalls } from '../../host/server/served.ts'
import { ownCommand } from '../../host/shell/own-command.ts'
import { packageVersion } from '../../host/shell/package-files.ts'
import type { Database } from '../database/database.ts'
import { CODE_MINUTES, makeCode, revoke } from '../gateway/worker-keys.ts'
import { refusalUnless, selfOf } from '../people/access-calls.ts'
import { announceWorkers, listWorkers, setDraining } from './workers.ts'

interface FleetCallParts {
  pool: Database
  env: NodeJS.ProcessEnv
  now: () => Date
  projects: () => ProjectInfo[]
}

/** The calls of a fleet that concern no single project. */
export function fleetCalls(parts: FleetCallParts): HostCalls {
  const { pool } = parts
  const notHere = (method: string) => async () => err({ code: 'NOT_IN_FLEET' as const, method })
  return {
    hello: async (_, caller) => ok(helloOf(parts, caller)),
    openProject: notHere('openProject'),
    closeProject: notHere('closeProject'),
    settings: notHere('settings'),
    setSetting: notHere('setSetting'),
    checkup: notHere('checkup'),
    workers: async () => ok(await listWorkers(pool)),
    enrolWorker: async ({ pools }, caller) => {
      const refusal = refusalUnless(caller, 'admin')
      if (refusal !== null) return err(refusal)
      const expiresAt = new Date(parts.now().getTime() + CODE_MINUTES * 60_000).toISOString()
      return ok({ code: await makeCode(pool, pools), expiresAt })
    },
    drainWorker: async ({ worker, on }, caller) => {
      const refusal = refusalUnless(caller, 'admin')
      if (refusal !== null) return err(refusal)
      if (!(await setDraining(pool, worker, on))) return err({ code: 'NO_WORKER', worker })
      return ok(await listWorkers(pool))
    },
    revokeWorker: async ({ worker }, caller) => {
      const refusal = refusalUnless(caller, 'admin')
      if (refusal !== null) return err(refusal)
      if (!(await revoke(pool, worker))) return err({ code: 'NO_WORKER', worker })
      await announceWorkers(pool)
      return ok(await listWorkers(pool))
    },
  }
}

function helloOf({ projects, env }: FleetCallParts, caller: Caller): Hello {
  const all = projects()
  return {
    version: packageVersion(),
    projects: all,
    current: all[0]?.id ?? null,
    recent: [],
    command: ownCommand(env),
    self: selfOf(caller),
    isFleet: true,
  }
}
