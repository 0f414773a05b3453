/** How a work item gets done; which phases it passes through is in `core/workflow`. */
export const WORKFLOW_NAMES = ['spec', 'change', 'quick', 'bug'] as const
export type WorkflowName = (typeof WORKFLOW_NAMES)[number]

/** Every phase of every workflow. */
export const PHASES = [
  'requirements',
  'design',
  'tasks',
  'document-review',
  'impl',
  'inspection',
  'analyze',
  'fix',
  'verify',
  'deploy',
] as const
export type Phase = (typeof PHASES)[number]

export const DOCUMENT_PHASES = ['requirements', 'design', 'tasks'] as const
export type DocumentPhase = (typeof DOCUMENT_PHASES)[number]

export const APPROVABLE_PHASES = [...DOCUMENT_PHASES, 'document-review'] as const
export type ApprovablePhase = (typeof APPROVABLE_PHASES)[number]

/** What one agent is started for: a review round takes two of them, requirements may ask first. */
export const AGENT_PHASES = [
  'clarify',
  'requirements',
  'design',
  'tasks',
  'document-review',
  'document-review-reply',
  'impl',
  'inspection',
  'analyze',
  'fix',
  'verify',
  'deploy',
] as const
export type AgentPhase = (typeof AGENT_PHASES)[number]

/** What an agent is started for outside of every run: it only reads and answers. */
export const TALKS = ['ask', 'plan', 'steering'] as const
export type Talk = (typeof TALKS)[number]

export const isTalk = (phase: AgentPhase | Talk): phase is Talk =>
  (TALKS as readonly string[]).includes(phase)
