import { z } from 'zod'

const NOW_VERBS = [
  'start',
  'think',
  'edit',
  'write',
  'read',
  'search',
  'run',
  'use',
  'ask',
  'silent',
  'check',
  'git',
] as const
export type NowVerb = (typeof NOW_VERBS)[number]

/** What is being done for an item right now, in one short line. Its target is foreign text. */
export const nowSchema = z.object({
  verb: z.enum(NOW_VERBS),
  /** A path below the project, a command, a tool, a check or an act with git. */
  target: z.string().nullable(),
  since: z.string(),
})
export type Now = z.infer<typeof nowSchema>
