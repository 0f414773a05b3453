import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { drawWorkflows, pictured, PICTURE } from '../scripts/draw-workflows.mjs'
import { PHASES, WORKFLOW_NAMES } from '../src/contracts/phases.ts'
import * as limits from '../src/core/workflow/limits.ts'
import { workflowOf } from '../src/core/workflow/workflows.ts'

const tables = Object.fromEntries(
  WORKFLOW_NAMES.map((workflow) => [workflow, workflowOf({ workflow })]),
)

it('the picture of the workflows in docs/guide.md is what the tables say; else: npm run build && npm run draw', () => {
  expect(readFileSync(PICTURE, 'utf8')).toBe(drawWorkflows(pictured(tables, limits)))
})

it('every phase of every workflow is in the picture, and a changed table changes it', () => {
  const drawn = drawWorkflows(pictured(tables, limits))
  for (const phase of PHASES) expect(drawn).toContain(`>${phase}</text>`)
  expect(drawWorkflows(pictured(tables, { ...limits, MAX_FIX_CYCLES: 9 }))).not.toBe(drawn)
  const { bug: _, ...fewer } = tables
  expect(drawWorkflows(pictured(fewer, limits))).not.toBe(drawn)
})
