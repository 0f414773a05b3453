import type { Known, Standing } from '../definition.ts'
import { requiredTasksDone } from './required-tasks.ts'

/** Done before this tool or without it: its record says so, and no box says otherwise. */
export const isFinished = (state: Pick<Known, 'phases'>, standing: Standing): boolean =>
  standing.spec.claimsDone && requiredTasksDone(state, standing)
