import type { RpcMethod } from './rpc.ts'

/** What someone may do in a fleet; each role includes those before it. */
export const ROLES = ['viewer', 'operator', 'admin'] as const
export type Role = (typeof ROLES)[number]

export const isRole = (word: string): word is Role => (ROLES as readonly string[]).includes(word)

export const mayAs = (role: Role, needed: Role): boolean =>
  ROLES.indexOf(role) >= ROLES.indexOf(needed)

/** Calls that change nothing. */
const LOOKS: ReadonlySet<RpcMethod> = new Set<RpcMethod>([
  'agent',
  'agents',
  'approval',
  'archived',
  'board',
  'changes',
  'checks',
  'conversation',
  'document',
  'folder',
  'insights',
  'itemFiles',
  'journal',
  'patches',
  'projectReport',
  'questions',
  'report',
  'saved',
  'seeEnd',
  'showSaved',
  'status',
  'steering',
  'suggestChecks',
  'trust',
])

export const roleFor = (method: RpcMethod): Role => (LOOKS.has(method) ? 'viewer' : 'operator')
