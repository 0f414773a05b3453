import type { FeatureName } from '../../../contracts/ids.ts'
import type { ApprovablePhase, Phase } from '../../../contracts/phases.ts'
import type { Result } from '../../../contracts/result.ts'
import type { SpecAction } from '../../../core/views/spec-actions.ts'
import { callProject, type Refusal } from '../../app/live.ts'
import { currentProject } from '../projects/projects-store.ts'

type Done = Promise<Result<unknown, Refusal>>

/** Every act on a spec that needs no more words than its name. Rejecting needs a reason: `rejectPhase`. */
export async function perform(name: string, action: Exclude<SpecAction, { type: 'reject' }>): Done {
  const project = currentProject()
  const feature = name as FeatureName
  switch (action.type) {
    case 'start':
      return callProject(project, 'start', { feature, go: [], nogo: [], agent: null })
    case 'permit-and-start':
      return callProject(project, 'start', { feature, go: [action.phase], nogo: [], agent: null })
    case 'resume':
      return callProject(project, 'resume', { feature })
    case 'stop':
      return callProject(project, 'stop', { feature })
    case 'reset':
      return callProject(project, 'reset', { feature })
    case 'approve':
      return callProject(project, 'approve', { feature, phase: action.phase })
    case 'approve-review-and-resume': {
      const approved = await callProject(project, 'approve', { feature, phase: 'document-review' })
      return approved.ok ? callProject(project, 'resume', { feature }) : approved
    }
    case 'retry':
      return callProject(project, 'retry', { feature, from: action.from })
    case 'run-phase':
      return callProject(project, 'runPhase', { feature, phase: action.phase, fix: action.fix })
    default:
      return action satisfies never
  }
}

/** For a spec that used up its re-runs: counts from the beginning and runs again. */
export async function resetAndStart(name: string): Done {
  const reset = await perform(name, { type: 'reset' })
  return reset.ok ? perform(name, { type: 'start' }) : reset
}

export const rejectPhase = (name: string, phase: ApprovablePhase, reason: string): Done =>
  callProject(currentProject(), 'reject', { feature: name as FeatureName, phase, reason })

export const permit = (name: string, phase: Phase, go: boolean): Done =>
  callProject(currentProject(), 'permit', {
    feature: name as FeatureName,
    go: go ? [phase] : [],
    nogo: go ? [] : [phase],
  })

export const archiveSpec = (name: string): Done =>
  callProject(currentProject(), 'archive', { feature: name as FeatureName })

export const deleteSpec = (name: string): Done =>
  callProject(currentProject(), 'deleteSpec', { feature: name as FeatureName })
