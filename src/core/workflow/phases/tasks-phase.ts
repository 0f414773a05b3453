import { tasksUnreadable } from '../rules/required-tasks.ts'
import { documentPhase } from './document-phase.ts'

/** Tasks that no one can read cannot be worked off. */
export const TASKS = documentPhase({
  phase: 'tasks',
  fault: ({ knownFacts }) => (knownFacts.tasks.ok ? null : tasksUnreadable('tasks', knownFacts)),
})
