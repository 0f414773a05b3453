import { z } from 'zod'

/** What kind of thing takes effect on this machine once an agent is started. */
export type TrustKind = 'command' | 'agent-file' | 'prompt' | 'setting' | 'spec'

/** One file, command or setting of a repository that takes effect. */
export interface TrustFinding {
  /**
   * Path in the project, for spec.json with the key; the whole path of what is elsewhere. Stable as
   * long as it is the same thing.
   */
  id: string
  kind: TrustKind
  /** What it starts or chooses, one line each, as far as we know. */
  details: string[]
  digest: string
  /** `changed`: the user decided on it before, when it was something else. */
  change: 'new' | 'changed'
}

/**
 * `without`: agents are started so that none of it takes effect; those that cannot be are not
 * started.
 */
export const trustDecisionSchema = z.enum(['trusted', 'without'])
export type TrustDecision = z.infer<typeof trustDecisionSchema>

export interface TrustView {
  /** Null: nothing was decided, or nothing needs to be. */
  decision: TrustDecision | null
  /** Everything that takes effect. */
  findings: TrustFinding[]
  /** Those among them that the user has not decided on as they are now. */
  undecided: TrustFinding[]
}

/** What the user saw when deciding: what has changed since then needs a new decision. */
export const decidedFindingSchema = z.object({
  id: z.string().max(5000),
  digest: z.string().regex(/^[0-9a-f]{64}$/),
})
