import { z } from 'zod'
import { usageSchema } from '../../contracts/launch/agent.ts'
import { at, count, kind, line, named, phase, reason } from './parts.ts'

const completed = z.literal('completed')

export const runResultLine = line('result', {
  status: z.enum(['completed', 'paused', 'error']),
  reason: reason.describe('done or nogo when completed'),
  phase: phase.nullable(),
  executedPhases: z.array(phase),
  agents: count,
})

export const changedResultLine = line('result', { status: completed, changed: z.boolean() })

export const createdResultLine = line('result', { status: completed, ...named })

export const movedResultLine = line('result', { status: completed, kind, name: z.string() })

export const initResultLine = line('result', {
  status: completed,
  dir: z.string(),
  created: z.array(z.string()),
  found: z.strictObject({
    git: z.boolean(),
    specs: count,
    bugs: count,
    guidance: z.array(z.string()),
    suggestedChecks: z.array(z.string()),
  }),
})

export const checksResultLine = line('result', {
  status: z.enum(['passed', 'failed']),
  failed: z.array(z.string()),
})

export const declaredResultLine = line('result', {
  status: completed,
  check: z.string(),
  file: z.string(),
})

export const configResultLine = line('result', {
  status: completed,
  key: z.string(),
  file: z.string(),
})

export const fileResultLine = line('result', { status: completed, file: z.string() })

export const savedResultLine = line('result', {
  status: completed,
  ref: z.string(),
  branch: z.string().optional(),
  dir: z.string().optional(),
  files: count.optional(),
})

/** The answer of an agent that may only read. */
export const answerLine = line('answer', {
  id: z.string().describe('of the agent: its log has the rest'),
  conversation: count.describe('questions with the same number belong together'),
  at,
  question: z.string(),
  answer: z.string(),
  status: z.enum(['queued', 'running', 'answered', 'failed', 'stopped']),
  agent: z.string(),
  usage: usageSchema.nullable(),
  changed: z
    .array(z.string())
    .nullable()
    .describe('files that changed while it ran; null: not known'),
})

/** A conversation that is kept; the latest comes first. */
export const conversationLine = line('conversation', {
  conversation: count.describe('what --conversation takes'),
  questions: count,
  at,
  question: z.string().describe('the first one'),
})

export const plannedResultLine = line('result', {
  status: completed,
  feature: z.string(),
  description: z.string(),
})
