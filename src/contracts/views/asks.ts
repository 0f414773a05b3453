import { z } from 'zod'
import type { Usage } from '../launch/agent.ts'
import { workItemSchema } from '../ids.ts'

/** What an agent is asked about: an item, the project, an idea for a new spec, or steering. */
export const PROJECT_TALKS = ['project', 'plan', 'steering'] as const
export const askAboutSchema = z.union([workItemSchema, z.enum(PROJECT_TALKS)])
export type AskAbout = z.infer<typeof askAboutSchema>

export type TurnStatus = 'queued' | 'running' | 'answered' | 'failed' | 'stopped'

/** One question and its answer. */
export interface Turn {
  /** Id of the agent that answers; its log has the rest. */
  id: string
  /** Turns with the same number belong to one conversation, which the agent remembers. */
  conversation: number
  at: string
  question: string
  /** Written by an agent; empty until it ends, and its last output if it failed. */
  answer: string
  status: TurnStatus
  agent: string
  usage: Usage | null
  /** Files changed in the working tree while it ran, though it may only read; null: unknown. */
  changed: string[] | null
}

export interface AskConversation {
  about: AskAbout
  /** Oldest first. */
  turns: Turn[]
}

/** The result of a dialogue about an idea. */
export interface Plan {
  description: string
  decisions: string[]
}
