import type { TurnStatus } from './asks.ts'

/** The documents that an agent can be asked to write, in `.kiro/steering/`. */
export const STEERING_NAMES = ['product.md', 'tech.md', 'structure.md'] as const
export type SteeringName = (typeof STEERING_NAMES)[number]

export interface SteeringDraft {
  name: SteeringName
  /** Null when there is no such file. */
  text: string | null
  version: string | null
  /** The agent's last text, if it is not in the file; null when there is nothing to decide. */
  proposed: string | null
}

export interface SteeringView {
  documents: SteeringDraft[]
  /** Status of the last request to an agent; null: there was none. */
  status: TurnStatus | null
}
