import { documentPhase } from './document-phase.ts'

export const DESIGN = documentPhase({ phase: 'design' })
