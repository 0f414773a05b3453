import { z } from 'zod'
import { agentInfoSchema } from '../../contracts/launch/agent.ts'
import { APPROVERS, CLARIFYING } from '../../contracts/spec-json.ts'
import { nowSchema } from '../../contracts/views/now.ts'
import {
  at,
  checkResult,
  count,
  deploy,
  kind,
  line,
  named,
  permissions,
  phase,
  reason,
  recordPhase,
  runStatus,
  spent,
  tasks,
  time,
  workflow,
  workspace,
} from './parts.ts'

const approval = z.strictObject({ generated: z.boolean(), approved: z.boolean() })

export const statusLine = line('status', {
  ...named,
  phase: recordPhase.describe('how far its documents are'),
  workflow: workflow.optional().describe('only of a quick spec'),
  run: z.strictObject({
    status: runStatus,
    reason: reason.nullable(),
    phase: phase.nullable(),
    round: count.nullable().describe('of the document review'),
    implReruns: count,
    waitingFor: z.string().optional(),
    waitingUntil: z.string().nullable().optional(),
    waitingBehind: z
      .strictObject({
        item: z.strictObject({ kind, name: z.string() }),
        isAbandoned: z.boolean().describe('its host crashed, and it was not resumed'),
      })
      .optional()
      .describe('the item that has the working tree'),
  }),
  now: nowSchema.optional().describe('what is done for it this moment'),
  time: time.optional().describe('of one item by name: whose time it took'),
  documents: z.array(z.string()).optional().describe('of one item by name: its files'),
  asks: z.string().optional().describe('a stopped run asks for your words: see sdd answer'),
  chosen: z.record(z.string(), z.string()).optional().describe('approvals, clarify'),
  tasks: tasks.optional(),
  approvals: z
    .strictObject({ requirements: approval, design: approval, tasks: approval })
    .optional(),
  permissions,
  workspace,
  checks: z.array(
    z.strictObject({
      name: z.string(),
      result: checkResult,
      at: z.string().nullable(),
      log: z.string().nullable(),
    }),
  ),
  inspection: z
    .strictObject({ round: count, verdict: z.enum(['go', 'nogo']) })
    .nullable()
    .optional(),
  deploy,
  usage: spent.optional().describe('once an agent has worked for it'),
  problem: z.string().optional().describe('why it cannot be read'),
})

export const itemLine = line('item', {
  kind,
  name: z.string(),
  phase: recordPhase,
  status: runStatus,
  reason: reason.nullable(),
  problem: z.string().nullable().describe('why it cannot be read'),
})

export const archivedLine = line('archived', {
  id: z.string().describe('what --restore takes'),
  kind,
  name: z.string(),
  how: z.enum(['archived', 'deleted']),
  at,
})

export const questionLine = line('question', {
  key: z.string().describe('what sdd answer takes'),
  kind: z.string(),
  title: z.string(),
  text: z.string(),
  options: z.array(z.string()),
  suggestion: z.string().nullable(),
  answer: z.string().nullable().describe('your answer so far'),
  about: count,
  reason,
  phase: phase.nullable(),
  document: z.string().nullable().describe('the document that says it'),
})

export const permissionLine = line('permission', {
  questionId: z.string(),
  tool: z.string(),
  summary: z.string(),
})

const limit = z.number().nullable().describe('null: no limit')

export const budgetLine = line('budget', {
  ...named,
  budget: z.strictObject({ usd: limit, tokens: limit, minutes: limit }),
  usage: spent,
})

export const choicesLine = line('choices', {
  ...named,
  approvals: z.enum(APPROVERS),
  clarify: z.enum(CLARIFYING),
})

const { item: _, ...agentShape } = agentInfoSchema.shape

export const agentLine = line('agent', { ...named, ...agentShape })

export const savedLine = line('saved', {
  ref: z.string(),
  kind,
  name: z.string(),
  why: z.string().describe('what the host was about to do'),
  at: z.iso.datetime({ offset: true }),
})

export const savedContentLine = savedLine.extend({
  diff: z.string(),
  truncated: z.boolean(),
  files: count,
  hasStaged: z.boolean(),
})

export const unreadLine = line('unread', {
  folder: z.string().describe('from the folder of the project'),
  why: z.enum(['empty', 'no-documents', 'name', 'link', 'unreadable']),
})
