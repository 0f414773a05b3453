import type { Known, Standing } from '../definition.ts'
import { requiredTasksDone } from './required-tasks.ts'

/** Done before this tool or without it: its record says so, and no box says otherwise. */
export const isFinished = (state: Pick<Known, 'phases'>, standing: Standing): boolean =>
  standing.spec.claimsDone && requiredTasksDone(state, standing)

/** With a GO it has come as far as a run of ours: what is left is to deploy it, or not to. */
export const isDoneElsewhere = (state: Pick<Known, 'phases'>, standing: Standing): boolean =>
  isFinished(state, standing) && standing.spec.inspections.at(-1)?.result !== 'go'
