import { join } from 'node:path'
import { specNamed } from '../contracts/work-item.ts'
import type { PromptRequest } from '../host/prompts/build-prompt.ts'
import { NO_EXTRAS } from './prompt-values.ts'

/** A launch with nothing special about it. */
export const promptRequest = (
  projectDir: string,
  changes: Partial<PromptRequest> = {},
): PromptRequest => ({
  projectDir,
  specDir: join(projectDir, '.kiro/specs/login'),
  item: specNamed('login'),
  phase: 'requirements',
  language: 'en',
  description: 'People sign in with a passkey.',
  ...NO_EXTRAS,
  isReminder: false,
  isNudge: false,
  isIsolated: false,
  skipsTasks: false,
  ...changes,
})
