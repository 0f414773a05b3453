import type { PhasePart } from '../phase-part.ts'

export const IMPL_PART: PhasePart<'impl'> = {
  initial: { reruns: 0, wasBlocked: false, limit: null, vanished: null },
  after(part, entry) {
    switch (entry.type) {
      case 'run.started':
      case 'run.resumed':
        return { ...part, reruns: entry.implReruns ?? 0, wasBlocked: false, limit: null }
      case 'run.recovered':
        return { ...part, reruns: 0 }
      case 'run.reset':
        return { ...part, reruns: 0, limit: null }
      case 'step.started':
        return part.limit === null ? part : { ...part, limit: null }
      case 'impl.rerun':
        return { ...part, reruns: entry.attempt, wasBlocked: (entry.blocked ?? []).length > 0 }
      case 'impl.limit-reached':
        return { ...part, limit: { done: entry.done, total: entry.total } }
      case 'tasks.vanished': {
        const { tasks, fingerprint } = entry
        return { ...part, vanished: tasks.length === 0 ? null : { tasks, fingerprint } }
      }
      case 'phase.completed':
      case 'approval.granted':
        // Written anew, or accepted by a person as they are.
        return entry.phase === 'tasks' ? { ...part, vanished: null } : part
      default:
        return part
    }
  },
}
