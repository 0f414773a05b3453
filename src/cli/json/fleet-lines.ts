import { z } from 'zod'
import { ROLES } from '../../contracts/roles.ts'
import { count, line } from './parts.ts'

export const coordinatingLine = line('coordinating', { url: z.string() })

export const workingLine = line('working', { name: z.string(), url: z.string(), slots: count })

export const finishingLine = line('finishing', { name: z.string() })

export const codeLine = line('code', {
  code: z.string().describe('one worker has access with it, once, within the hour'),
  pools: z.array(z.string()),
})

export const workerLine = line('worker', {
  name: z.string(),
  pools: z.array(z.string()),
  steps: count.describe('that it has now'),
  lastHeardAt: z.string().nullable(),
  isRevoked: z.boolean(),
})

export const stepLine = line('step', {
  project: z.string(),
  item: z.string(),
  state: z.enum(['queued', 'claimed']),
  worker: z.string().nullable().describe('null: it waits for one'),
})

export const projectLine = line('project', {
  id: z.string(),
  repository: z.string(),
  base: z.string(),
  pool: z.string(),
})

export const fleetResultLine = line('result', { status: z.enum(['completed', 'error']) })

export const invitationLine = line('invitation', {
  name: z.string(),
  role: z.enum(ROLES),
  code: z.string().describe('one browser or terminal has access with it, once'),
  expiresAt: z.string(),
})

export const personLine = line('person', {
  id: z.string(),
  name: z.string(),
  role: z.enum(ROLES),
  pairedAt: z.string(),
  seenAt: z.string(),
})

export const pairedLine = line('paired', {
  url: z.string(),
  name: z.string(),
  role: z.enum(ROLES),
})

export const waitingLine = line('waiting', {
  repository: z.string().describe('the address of the project, without a login'),
  id: z.string().describe('a setting of the fleet, a choice for a run, or a path in the project'),
  kind: z.enum(['command', 'permission', 'file']),
  details: z.array(z.string()),
})
