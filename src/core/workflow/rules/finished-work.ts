import type { Known, Standing } from '../definition.ts'
import { requiredTasksDone } from './required-tasks.ts'

/** Done before or without this tool: its record says so, and no box is open. */
export const isFinished = (state: Pick<Known, 'phases'>, standing: Standing): boolean =>
  standing.spec.claimsDone && requiredTasksDone(state, standing)

/** With a GO it is as far along as a run of ours: only the deploy is left. */
export const isDoneElsewhere = (state: Pick<Known, 'phases'>, standing: Standing): boolean =>
  isFinished(state, standing) && standing.spec.inspections.at(-1)?.result !== 'go'
