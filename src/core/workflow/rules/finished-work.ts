import type { Known, Standing } from '../definition.ts'
import { requiredTasksDone } from './required-tasks.ts'

/** Done before or without this tool: its record says so, and no box is open. */
export const isFinished = (state: Pick<Known, 'phases'>, standing: Standing): boolean =>
  standing.spec.claimsDone && requiredTasksDone(state, standing)

/** Finished without a GO; with one, only the deploy is left, as in a run of ours. */
export const isDoneElsewhere = (state: Pick<Known, 'phases'>, standing: Standing): boolean =>
  isFinished(state, standing) && standing.spec.inspections.at(-1)?.result !== 'go'
