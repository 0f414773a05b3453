import { z } from 'zod'

/** Refused before any path is built from it: `../x` must never reach the file system. */
export const featureNameSchema = z
  .string()
  .max(100)
  .regex(/^[a-z0-9][a-z0-9-]*$/)
  .brand<'FeatureName'>()
export type FeatureName = z.infer<typeof featureNameSchema>

export const runIdSchema = z
  .string()
  .regex(/^run_[a-z0-9]+$/)
  .brand<'RunId'>()
export type RunId = z.infer<typeof runIdSchema>

export const stepIdSchema = z
  .string()
  .regex(/^step_[a-z0-9]+_\d+$/)
  .brand<'StepId'>()
export type StepId = z.infer<typeof stepIdSchema>

export const agentIdSchema = z
  .string()
  .regex(/^agent_[a-z0-9]+_\d+_\d+$/)
  .brand<'AgentId'>()
export type AgentId = z.infer<typeof agentIdSchema>

/** Told by the project's folder: the same one after a restart. */
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

export type CommandId = string & z.$brand<'CommandId'>
