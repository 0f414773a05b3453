import type { Phase } from '../../contracts/phases.ts'

export const PHASE_TITLES: Record<Phase, string> = {
  requirements: 'Requirements',
  design: 'Design',
  tasks: 'Tasks',
  'document-review': 'Document review',
  impl: 'Implementation',
  inspection: 'Inspection',
  analyze: 'Analysis',
  fix: 'Fix',
  verify: 'Verification',
  deploy: 'Deploy',
}
