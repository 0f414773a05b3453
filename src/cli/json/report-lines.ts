import { z } from 'zod'
import { REPORT_GROUPS } from '../../contracts/views/report.ts'
import {
  at,
  checkResult,
  count,
  deploy,
  line,
  ms,
  named,
  phase,
  reason,
  runStatus,
  spent,
  tasks,
  time,
  workflow,
  workspace,
} from './parts.ts'

const verdict = z.enum([
  'deployed',
  'pull-request',
  'passed',
  'done',
  'needs-you',
  'failed',
  'stopped',
  'running',
  'queued',
  'not-started',
])
const run = z.strictObject({
  status: runStatus,
  reason: reason.nullable(),
  phase: phase.nullable(),
})

export const itemReportLine = line('report', {
  ...named,
  title: z.string().describe('the first line of its description'),
  workflow,
  verdict,
  run,
  detail: z.string(),
  beganAt: at.nullable(),
  endedAt: at.nullable().describe('null while its last run lasts'),
  tasks,
  rounds: z.array(
    z.strictObject({
      round: count,
      fixRequired: count,
      needsDiscussion: count,
      isApproved: z.boolean(),
    }),
  ),
  reruns: count,
  checks: z.array(
    z.strictObject({
      name: z.string(),
      result: checkResult,
      ms: ms.nullable(),
      exitCode: z.number().nullable(),
    }),
  ),
  inspections: z.array(z.strictObject({ number: count, result: z.enum(['go', 'nogo']) })),
  verifications: z.array(
    z.strictObject({ number: count, result: z.enum(['verified', 'not-verified']) }),
  ),
  files: z
    .strictObject({
      count,
      added: count,
      removed: count,
      names: z.array(z.string()),
      isPart: z.boolean(),
    })
    .nullable()
    .describe('null: git cannot say'),
  time,
  spent,
  decided: z
    .array(z.looseObject({ kind: z.string() }))
    .describe('what was decided for you; further fields by kind'),
  workspace,
  deploy,
  next: z.array(z.strictObject({ act: z.string(), phase: phase.optional() })),
})

export const projectReportLine = line('report', {
  since: at,
  until: at,
  spent,
  items: z.array(
    z.strictObject({
      ...named,
      title: z.string(),
      group: z.enum(REPORT_GROUPS),
      verdict,
      run,
      at: at.nullable(),
      tasks,
      url: z.string().nullable(),
      commit: z.string().nullable(),
      spent,
    }),
  ),
})
