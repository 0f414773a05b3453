import type { FeatureName } from '../../../contracts/ids.ts'
import type { ApprovablePhase, Phase } from '../../../contracts/phases.ts'
import type { Result } from '../../../contracts/result.ts'
import type { Budget } from '../../../contracts/spec-json.ts'
import type { SpecAction } from '../../../core/views/spec-actions.ts'
import { callProject, type Refusal } from '../../app/live.ts'
import type { Place } from '../../app/routes.ts'
import { currentProject } from '../projects/projects-store.ts'

type Done = Promise<Result<unknown, Refusal>>

/** Leads to what a person has to see. */
type Leading = Extract<
  SpecAction,
  { type: 'review' | 'see-question' | 'see-problem' | 'view-changes' }
>
/** Needs more words than its name: rejecting a reason, a budget its limits, an answer its text. */
type Asking = Extract<SpecAction, { type: 'reject' | 'budget' | 'tell' }>
export type Doable = Exclude<SpecAction, Leading | Asking>

export const isDoable = (action: SpecAction): action is Doable =>
  !isAsking(action) && !isLeading(action)

export const isLeading = (action: SpecAction): action is Leading =>
  action.type === 'review' ||
  action.type === 'see-question' ||
  action.type === 'see-problem' ||
  action.type === 'view-changes'

export function placeOf(feature: string, action: Leading): Place {
  switch (action.type) {
    case 'review':
      return { screen: 'spec', feature, tab: 'documents', document: `${action.phase}.md` }
    case 'see-question':
    case 'see-problem':
      return { screen: 'spec', feature, tab: 'documents', document: null }
    case 'view-changes':
      return { screen: 'spec', feature, tab: 'changes', document: null }
    default:
      return action satisfies never
  }
}

const isAsking = (action: SpecAction): action is Asking =>
  action.type === 'reject' || action.type === 'budget' || action.type === 'tell'

export async function perform(name: string, action: Doable): Done {
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
    case 'reset-and-start': {
      const reset = await callProject(project, 'reset', { feature })
      return reset.ok ? perform(name, { type: 'start' }) : reset
    }
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
    case 'answer': {
      const { answer, questionId } = action
      return callProject(project, 'answer', { feature, answer, questionId })
    }
    default:
      return action satisfies never
  }
}

export const rejectPhase = (name: string, phase: ApprovablePhase, reason: string): Done =>
  callProject(currentProject(), 'reject', { feature: name as FeatureName, phase, reason })

export const setBudget = (name: string, changes: Partial<Budget>): Done =>
  callProject(currentProject(), 'budget', { feature: name as FeatureName, ...changes })

export const tellAgent = (name: string, text: string, now: boolean): Done =>
  callProject(currentProject(), 'tell', { feature: name as FeatureName, text, now })

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
