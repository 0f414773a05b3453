import type { TaskName } from '../../../contracts/journal.ts'
import { contentOf } from '../../decide/written.ts'
import type { Known, Move, Standing } from '../definition.ts'
import type { Phase } from '../../../contracts/phases.ts'
import type { Facts } from '../../decide/facts.ts'

/** Tasks that are missing because an agent removed them, and the file has not been edited since. */
export function vanishedTasks(
  { phases }: Pick<Known, 'phases'>,
  standing: Pick<Standing, 'files'>,
): TaskName[] {
  const { vanished } = phases.impl
  if (vanished === null) return []
  return isAsLeft('tasks.md', vanished.fingerprint, standing) ? vanished.tasks : []
}

/** The content of the file has not changed since that fingerprint. */
export const isAsLeft = (
  name: string,
  fingerprint: string | null,
  { files }: Pick<Standing, 'files'>,
): boolean => contentOf(files[name]?.fingerprint ?? null) === contentOf(fingerprint)

export function requiredTasksDone(state: Pick<Known, 'phases'>, standing: Standing): boolean {
  const { tasks } = standing
  if (!tasks.ok || vanishedTasks(state, standing).length > 0) return false
  return tasks.counts.done === tasks.counts.total
}

export const tasksUnreadable = (phase: Phase, { tasks }: Facts): Move => ({
  type: 'fail',
  phase,
  reason: 'unreadable-tasks',
  detail: whyUnreadable(tasks),
})

function whyUnreadable(tasks: Facts['tasks']): string {
  const why = tasks.ok ? '' : tasks.why
  if (why === 'no-boxes')
    return 'tasks.md is written without checkboxes; give each task a box, such as "- [ ] 1. Title", then run again'
  const where = tasks.ok || tasks.line === null ? '' : ` at line ${tasks.line}`
  return `tasks.md cannot be judged (${why}${where}); repair it, then run again`
}
