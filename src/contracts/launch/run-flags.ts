import { z } from 'zod'
import type { PermissionMode } from './agent.ts'
import { PERMISSION_MODES } from './permission-modes.ts'
import { toolRuleSchema } from './launch-values.ts'

/** What the user chooses for one run only; never stored in a configuration or spec.json. */
export interface RunFlags {
  agent: string | null
  permission: PermissionMode | null
  allowTools: string[]
}

/** The flags that the user gave this time. */
export type GivenFlags = { [K in keyof RunFlags]?: RunFlags[K] | undefined }

export const NO_FLAGS: RunFlags = { agent: null, permission: null, allowTools: [] }

/** The flags besides the agent; absent in journals of an earlier version. */
export const flagShape = {
  permission: z.enum(PERMISSION_MODES).nullable().optional(),
  allowTools: z.array(toolRuleSchema).max(100).optional(),
}
