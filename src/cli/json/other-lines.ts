import { z } from 'zod'
import { at, checkResult, count, line } from './parts.ts'

export const errorLine = line('error', {
  code: z.string().describe('stable, in capitals, such as NOT_FOUND'),
  message: z.string().describe('what is wrong and what to do'),
})

export const findingLine = line('finding', {
  name: z.string(),
  level: z.enum(['ok', 'note', 'problem']),
  found: z.string(),
  remedy: z.string().describe('empty when nothing is to be done'),
})

export const settingLine = line('setting', {
  key: z.string(),
  value: z.unknown().describe('null when it is not set'),
  source: z.string().describe('the file it is from, or default'),
  cappedFrom: z
    .union([z.number(), z.string()])
    .optional()
    .describe('what the project asked for above your limit'),
})

export const trustLine = line('trust', {
  id: z
    .string()
    .describe('a path in the project, or a path and a key; of files elsewhere the whole path'),
  kind: z.enum(['command', 'agent-file', 'prompt', 'setting', 'spec']),
  details: z.array(z.string()),
  state: z
    .enum(['new', 'changed', 'trusted', 'without'])
    .nullable()
    .describe('new and changed are not decided'),
})

const command = z.array(z.string()).describe('a program and its arguments')

export const checkLine = line('check', {
  name: z.string(),
  command,
  in: z.string().nullable(),
  timeoutMinutes: z.number(),
  source: z.enum(['personal', 'project']),
  state: z.enum(['ready', 'untrusted', 'missing']),
  missing: z.string().nullable().describe('the program that is not there'),
  results: z.array(
    z.strictObject({ item: z.string(), result: checkResult, at: z.string().nullable() }),
  ),
})

export const checkRunLine = line('check', {
  name: z.string(),
  result: z.enum(['passed', 'failed', 'stopped']),
  exitCode: z.number().nullable(),
  signal: z.string().nullable(),
  isTimeout: z.boolean(),
  ms: z.number(),
})

export const suggestionLine = line('suggestion', {
  name: z.string(),
  command,
  source: z.string().describe('the file that showed it'),
})

export const worktreeLine = line('worktree', {
  setup: command.nullable(),
  copy: z.array(z.string()),
})

const servingShape = {
  dir: z.string().nullable().describe('null: without a project'),
  port: count,
  url: z.string(),
  link: z.string().describe('with the token: anyone with it has access'),
}
export const servingLine = line('serving', servingShape)
export const attachedLine = line('attached', servingShape)

export const remoteLine = line('remote', {
  url: z.string(),
  pairing: z.strictObject({ code: z.string(), url: z.string(), expiresAt: at }),
})

export const completionLine = line('completion', {
  shell: z.enum(['bash', 'zsh', 'fish']),
  script: z.string(),
})

export const eventLine = z
  .looseObject({ type: z.string() })
  .describe('an event of the older tool, as it is in its file')

export const promptLine = line('prompt', {
  agentId: z.string(),
  phase: z.string(),
  round: z.number().nullable(),
  agent: z.string(),
  startedAt: z.string(),
  text: z.string().describe('what the agent was given, word for word'),
})

export const steeringLine = line('steering', {
  document: z.string(),
  state: z.enum(['new', 'changed']),
  written: z.boolean(),
  text: z.string().describe('the whole document, as proposed'),
})

export const unreadableLine = line('unreadable', { line: z.string() })
