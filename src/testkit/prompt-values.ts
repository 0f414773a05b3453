import type { PromptValues } from '../core/prompts/prompt-values.ts'

/** Empty values for everything that only some prompts contain. */
export const NO_EXTRAS = {
  round: null,
  mode: null,
  rejection: null,
  instructions: [],
  decisions: [],
  findings: [],
  checks: [],
  failedChecks: [],
  rerun: null,
  returned: [],
  allowed: [],
} satisfies Partial<PromptValues>

export const promptValues = (changes: Partial<PromptValues> = {}): PromptValues => ({
  feature: 'login',
  description: 'People sign in.',
  language: 'en',
  specDir: '.kiro/specs/login',
  phase: 'design',
  steering: [],
  comments: [],
  ...NO_EXTRAS,
  ...changes,
})
