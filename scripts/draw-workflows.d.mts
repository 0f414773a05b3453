import type { Workflow } from '../src/core/workflow/definition.ts'

interface Picture {
  workflows: { name: string; workflow: Workflow }[]
  limits: { fixes: number; conflicts: number }
}

export const PICTURE: string
export function drawWorkflows(picture: Picture): string
export function pictured(
  workflows: Readonly<Record<string, Workflow>>,
  limits: { MAX_FIX_CYCLES: number; MAX_CONFLICT_ATTEMPTS: number },
): Picture
