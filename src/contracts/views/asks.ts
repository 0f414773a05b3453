import { z } from 'zod'
import type { Usage } from '../launch/agent.ts'
import { workItemSchema } from '../ids.ts'

/** What an agent is asked about: an item, the project, what is to become a new spec, or steering. */
export const PROJECT_TALKS = ['project', 'plan', 'steering'] as const
export const askAboutSchema = z.union([workItemSchema, z.enum(PROJECT_TALKS)])
export type AskAbout = z.infer<typeof askAboutSchema>

export type TurnStatus = 'queued' | 'running' | 'answered' | 'failed' | 'stopped'

/** One question and its answer. */
export interface Turn {
  /** Of the agent that answers: its log has the rest. */
  id: string
  /** Those with the same number belong to one conversation, which the agent remembers. */
  conversation: number
  at: string
  question: string
  /** Written by an agent; empty before it has ended, and when it failed what it said last. */
  answer: string
  status: TurnStatus
  agent: string
  usage: Usage | null
  /** Files that changed in the working tree while it ran, though it may only read; null: not known. */
  changed: string[] | null
}

export interface AskConversation {
  about: AskAbout
  /** Oldest first. */
  turns: Turn[]
}

/** What a dialogue about an idea has come to. */
export interface Plan {
  description: string
  decisions: string[]
}
