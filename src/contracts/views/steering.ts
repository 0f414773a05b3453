import type { TurnStatus } from './asks.ts'

/** The documents that an agent can be asked to write, in `.kiro/steering/`. */
export const STEERING_NAMES = ['product.md', 'tech.md', 'structure.md'] as const
export type SteeringName = (typeof STEERING_NAMES)[number]

export interface SteeringDraft {
  name: SteeringName
  /** Null when there is no such file. */
  text: string | null
  version: string | null
  /** What the agent wrote last and is not in the file; null when there is nothing to decide. */
  proposed: string | null
}

export interface SteeringView {
  documents: SteeringDraft[]
  /** Of the last time that an agent was asked; null: never. */
  status: TurnStatus | null
}
