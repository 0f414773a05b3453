import { z } from 'zod'

export type RunStatus = 'idle' | 'queued' | 'running' | 'paused' | 'completed' | 'error'

export const PAUSE_REASONS = [
  'user',
  'needs-discussion',
  'max-rounds',
  'unreadable-review',
  'verdict-nogo',
  'unreadable-verdict',
  'not-available',
  'crash-loop',
  'interrupted',
  'unreadable-state',
  'budget',
  'quota',
  'untrusted',
  'service',
  'network',
  'blocked',
  'agent-asked',
  'workspace',
  'conflict',
  'not-verified',
  'needs-approval',
  'needs-answers',
  'release-unknown',
] as const
export const pauseReasonSchema = z.enum(PAUSE_REASONS)
export type PauseReason = z.infer<typeof pauseReasonSchema>

export const ERROR_REASONS = [
  'agent-failed',
  'agent-missing',
  'timeout',
  'postcondition',
  'impl-limit',
  'unreadable-tasks',
  'unreadable-spec',
  'host-failed',
  'check-missing',
] as const
export const errorReasonSchema = z.enum(ERROR_REASONS)
export type ErrorReason = z.infer<typeof errorReasonSchema>

export const COMPLETION_REASONS = ['done', 'nogo'] as const
export const completionReasonSchema = z.enum(COMPLETION_REASONS)
export type CompletionReason = z.infer<typeof completionReasonSchema>

export type RunReason = PauseReason | ErrorReason | CompletionReason
