import { z } from 'zod'
import { isItemName, isNewName, ITEM_KINDS } from './work-item.ts'

const itemNameSchema = z.string().refine(isItemName).brand<'ItemName'>()

export const workItemSchema = z.object({ kind: z.enum(ITEM_KINDS), name: itemNameSchema })

/** For an item that does not exist yet: the rules for its name are stricter. */
export const newItemSchema = workItemSchema.refine(({ name }) => isNewName(name))

export const runIdSchema = z
  .string()
  .regex(/^run_[a-z0-9]+$/)
  .brand<'RunId'>()
export type RunId = z.infer<typeof runIdSchema>

/** The kinds of work that the host does itself; the ids of such steps begin with the kind. */
const HOST_WORK_KINDS = ['check', 'git'] as const
export type HostWorkKind = (typeof HOST_WORK_KINDS)[number]
const OWN = HOST_WORK_KINDS.join('|')

export const stepIdSchema = z
  .string()
  .regex(new RegExp(`^(?:step|${OWN}|ask)_[a-z0-9]+_\\d+$`))
  .brand<'StepId'>()
export type StepId = z.infer<typeof stepIdSchema>

/** One launch of an agent, or of something that the host runs itself. */
export const agentIdSchema = z
  .string()
  .regex(new RegExp(`^(?:agent|${OWN}|ask)_[a-z0-9]+_\\d+_\\d+$`))
  .brand<'AgentId'>()
export type AgentId = z.infer<typeof agentIdSchema>

/** An agent that belongs to no run: it only answers a question. */
export const isAskId = (id: AgentId): boolean => id.startsWith('ask_')

/** An agent of a run: neither a step of the host itself nor an answer to a question. */
export const isRunAgentId = (id: AgentId): boolean => id.startsWith('agent_')

/** Derived from the project's folder: the same after a restart. */
export const projectIdSchema = z
  .string()
  .regex(/^p_[0-9a-f]{12}$/)
  .brand<'ProjectId'>()
export type ProjectId = z.infer<typeof projectIdSchema>

export const deviceIdSchema = z
  .string()
  .regex(/^device_[a-z0-9]+$/)
  .brand<'DeviceId'>()
export type DeviceId = z.infer<typeof deviceIdSchema>

/** Made by the caller: a command that arrives again with the same id is not carried out again. */
export const commandIdSchema = z
  .string()
  .regex(/^[\w.-]{1,100}$/)
  .brand<'CommandId'>()
export type CommandId = z.infer<typeof commandIdSchema>
