import type { PhasePart } from '../phase-part.ts'

export const INSPECTION_PART: PhasePart<'inspection'> = {
  initial: { isNogo: false },
  after(part, entry) {
    switch (entry.type) {
      case 'run.started':
      case 'run.resumed':
      case 'run.reset':
      case 'step.started':
        return part.isNogo ? { isNogo: false } : part
      case 'inspection.completed':
        return { isNogo: entry.result === 'nogo' }
      default:
        return part
    }
  },
}
