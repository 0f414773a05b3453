import { deviceIdSchema } from '../../contracts/ids.ts'
import type { Rejection } from '../../contracts/rejections.ts'
import { err, ok } from '../../contracts/result.ts'
import { mayAs, type Role } from '../../contracts/roles.ts'
import type { AccessView, Device } from '../../contracts/views/access-view.ts'
import type { AccessCalls } from '../../host/server/rpc-router.ts'
import type { Caller } from '../../host/server/served.ts'
import type { Database } from '../database/database.ts'
import { invite } from './invitations.ts'
import { listPeople, removePerson, type Person } from './people.ts'

interface AccessParts {
  database: Database
  /** How people reach this coordinator. */
  url: () => string
  isConnected: (sessionId: string) => boolean
  changed: () => void
}

/** Access to a fleet: administrators invite and revoke, everyone may leave. */
export function accessCalls(parts: AccessParts): AccessCalls {
  const { database, url, changed } = parts
  return {
    access: async (_, caller) => ok(await viewOf(parts, caller)),
    setRemote: async () => err({ code: 'NOT_IN_FLEET', method: 'setRemote' }),
    setAllowedHosts: async () => err({ code: 'NOT_IN_FLEET', method: 'setAllowedHosts' }),
    pair: async ({ name = 'Someone', role = 'viewer' }, caller) => {
      const refusal = refusalUnless(caller, 'admin')
      if (refusal !== null) return err(refusal)
      const { code, expiresAt } = await invite(database, { name, role })
      return ok({ code, url: `${url()}/pair?code=${code}`, expiresAt })
    },
    revoke: async ({ device }, caller) => {
      const isSelf = caller.kind === 'device' && caller.id === device
      const refusal = isSelf ? null : refusalUnless(caller, 'admin')
      if (refusal !== null) return err(refusal)
      if (!(await removePerson(database, device))) return err({ code: 'NO_DEVICE', device })
      changed()
      return ok(await viewOf(parts, caller))
    },
  }
}

/** Null when that caller may do what requires this role. */
export function refusalUnless(caller: Caller, role: Role): Rejection | null {
  const own = caller.kind === 'device' ? (caller.role ?? 'viewer') : 'viewer'
  return mayAs(own, role) ? null : { code: 'ROLE_NEEDED', role }
}

async function viewOf(parts: AccessParts, caller: Caller): Promise<AccessView> {
  const isAdmin = refusalUnless(caller, 'admin') === null
  const self = selfOf(caller)
  const all = (await listPeople(parts.database)).flatMap(
    (person) => deviceOf(person, parts.isConnected) ?? [],
  )
  return {
    self,
    remote: null,
    addresses: [],
    allowedHosts: [],
    devices: isAdmin ? all : all.filter(({ id }) => self.kind === 'device' && id === self.id),
  }
}

export function selfOf(caller: Caller): AccessView['self'] {
  if (caller.kind !== 'device') return { kind: 'local' }
  const { id, name, role } = caller
  return { kind: 'device', id, name, ...(role && { role }) }
}

function deviceOf({ id, ...person }: Person, isConnected: (id: string) => boolean): Device | null {
  const parsed = deviceIdSchema.safeParse(id)
  return parsed.success ? { id: parsed.data, ...person, isConnected: isConnected(id) } : null
}
