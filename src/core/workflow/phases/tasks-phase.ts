import { tasksUnreadable } from '../rules/required-tasks.ts'
import { documentPhase } from './document-phase.ts'

/** Tasks that cannot be read cannot be done. */
export const TASKS = documentPhase({
  phase: 'tasks',
  fault: ({ knownFacts }) => (knownFacts.tasks.ok ? null : tasksUnreadable('tasks', knownFacts)),
})
