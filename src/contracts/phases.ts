import { z } from 'zod'

/** In the order in which a spec passes through them. */
export const PHASES = [
  'requirements',
  'design',
  'tasks',
  'document-review',
  'impl',
  'inspection',
  'deploy',
] as const
export const phaseSchema = z.enum(PHASES)
export type Phase = z.infer<typeof phaseSchema>

export const DOCUMENT_PHASES = ['requirements', 'design', 'tasks'] as const
export type DocumentPhase = (typeof DOCUMENT_PHASES)[number]

export const APPROVABLE_PHASES = [...DOCUMENT_PHASES, 'document-review'] as const
export const approvablePhaseSchema = z.enum(APPROVABLE_PHASES)
export type ApprovablePhase = z.infer<typeof approvablePhaseSchema>

/** What one agent is started for: a review round takes two of them. */
export const AGENT_PHASES = [
  'requirements',
  'design',
  'tasks',
  'document-review',
  'document-review-reply',
  'impl',
  'inspection',
] as const
export const agentPhaseSchema = z.enum(AGENT_PHASES)
export type AgentPhase = z.infer<typeof agentPhaseSchema>

export const MAX_DOCUMENT_REVIEW_ROUNDS = 7
export const MAX_IMPL_RERUNS = 7
