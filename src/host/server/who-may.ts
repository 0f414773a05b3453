import type { Rejection } from '../../contracts/rejections.ts'
import { mayAs, roleFor } from '../../contracts/roles.ts'
import { callTable, type RpcMethod } from '../../contracts/rpc.ts'
import type { Caller } from './served.ts'

/** Why this caller may not make this call; null when they may. */
export function refusalFor(caller: Caller, method: RpcMethod, input: object): Rejection | null {
  if (caller.kind !== 'device') return null
  const isLocal = callTable[method].callers === 'local' || choosesPermission(input)
  if (caller.role === undefined) return isLocal ? { code: 'LOCAL_ONLY' } : null
  const role = isLocal ? 'admin' : roleFor(method)
  return mayAs(caller.role, role) ? null : { code: 'ROLE_NEEDED', role }
}

/** What an agent may do without asking is decided only at the computer itself. */
const choosesPermission = (input: object): boolean =>
  ('permission' in input && Boolean(input.permission)) ||
  ('allowTools' in input && Array.isArray(input.allowTools) && input.allowTools.length > 0)
