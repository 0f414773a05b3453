import type { WorkItem } from '../../../contracts/work-item.ts'
import type { ApprovablePhase, Phase } from '../../../contracts/phases.ts'
import type { Result } from '../../../contracts/result.ts'
import { isDocumentPhase, type Budget, type Choices } from '../../../contracts/spec-json.ts'
import type { ItemRow } from '../../../contracts/views/board.ts'
import type { SpecAction } from '../../../contracts/views/allowed.ts'
import { documentFileOf } from '../../../core/views/document-file.ts'
import { definitionOf } from '../../../core/workflow/workflows.ts'
import { callProject, type Refusal } from '../../app/live.ts'
import type { Place } from '../../app/routes.ts'
import { currentProject } from '../projects/projects-store.ts'

type Done = Promise<Result<unknown, Refusal>>

/** Opens what the user has to see. */
type Navigation = Extract<
  SpecAction,
  { type: 'review' | 'answer-questions' | 'see-question' | 'see-problem' | 'view-changes' }
>
/** Needs input: rejecting a reason, a budget its limits. */
type NeedsInput = Extract<SpecAction, { type: 'reject' | 'budget' }>
export type Doable = Exclude<SpecAction, Navigation | NeedsInput>

export const isDoable = (action: SpecAction): action is Doable =>
  !needsInput(action) && !isNavigation(action)

export const isNavigation = (action: SpecAction): action is Navigation =>
  action.type === 'review' ||
  action.type === 'answer-questions' ||
  action.type === 'see-question' ||
  action.type === 'see-problem' ||
  action.type === 'view-changes'

export function placeOf(row: Pick<ItemRow, 'item' | 'documentFiles'>, action: Navigation): Place {
  const { item } = row
  switch (action.type) {
    case 'review':
      return {
        screen: 'item',
        item,
        tab: 'documents',
        document: isDocumentPhase(action.phase)
          ? documentFileOf(row, action.phase)
          : (definitionOf(action.phase).document?.file ?? null),
      }
    case 'answer-questions':
    case 'see-question':
    case 'see-problem':
      return { screen: 'item', item, tab: 'documents', document: null }
    case 'view-changes':
      return { screen: 'item', item, tab: 'changes', document: null }
    default:
      return action satisfies never
  }
}

const needsInput = (action: SpecAction): action is NeedsInput =>
  action.type === 'reject' || action.type === 'budget'

export function perform(item: WorkItem, action: Doable): Done {
  const project = currentProject()
  switch (action.type) {
    case 'start':
      return callProject(project, 'start', { item, go: [], nogo: [], agent: null })
    case 'permit-and-start':
      return callProject(project, 'start', { item, go: [action.phase], nogo: [], agent: null })
    case 'resume':
      return callProject(project, 'resume', { item })
    case 'stop':
      return callProject(project, 'stop', { item })
    case 'reset':
      return callProject(project, 'reset', { item })
    case 'reset-and-start':
      return callProject(project, 'reset', { item, andThen: 'start' })
    case 'approve':
      return callProject(project, 'approve', { item, phase: action.phase })
    case 'approve-and-resume':
      return callProject(project, 'approve', { item, phase: action.phase, andThen: 'resume' })
    case 'approve-review-and-resume': {
      const phase = 'document-review'
      return callProject(project, 'approve', { item, phase, andThen: 'resume' })
    }
    case 'retry':
      return callProject(project, 'retry', { item, from: action.from })
    case 'run-phase':
      return callProject(project, 'runPhase', { item, phase: action.phase, fix: action.fix })
    case 'settle-release': {
      const { hasRun } = action
      return callProject(project, 'settleRelease', { item, hasRun, andThen: 'resume' })
    }
    case 'answer': {
      const { answer, questionId } = action
      return callProject(project, 'answer', { item, answer, questionId })
    }
    default:
      return action satisfies never
  }
}

interface AndThen {
  /** Resumes the run in the same command. */
  andThen?: 'resume'
}

export const rejectPhase = (
  item: WorkItem,
  rejection: { phase: ApprovablePhase; reason: string } & AndThen,
): Done => callProject(currentProject(), 'reject', { item, ...rejection })

export const chooseFor = (item: WorkItem, choices: Partial<Choices>): Done =>
  callProject(currentProject(), 'choose', { item, ...choices })

export const setBudget = (item: WorkItem, changes: Partial<Budget> & AndThen): Done =>
  callProject(currentProject(), 'budget', { item, ...changes })

export const messageAgent = (item: WorkItem, message: { text: string; now: boolean }): Done =>
  callProject(currentProject(), 'tell', { item, ...message })

export const permit = (item: WorkItem, phase: Phase, go: boolean): Done =>
  setPermits(item, { go: go ? [phase] : [], nogo: go ? [] : [phase] })

/** Sets several phases in one command. */
export const setPermits = (item: WorkItem, permits: { go: Phase[]; nogo: Phase[] }): Done =>
  callProject(currentProject(), 'permit', { item, ...permits })

export const chooseWorktree = (item: WorkItem, on: boolean): Done =>
  callProject(currentProject(), 'chooseWorktree', { item, on })

export const archiveItem = (item: WorkItem): Done =>
  callProject(currentProject(), 'archive', { item })

export const deleteItem = (item: WorkItem): Done =>
  callProject(currentProject(), 'deleteSpec', { item })

interface StartOptions {
  go: Phase[]
  nogo: Phase[]
  /** Null: the configured agent. */
  agent: string | null
  /** If false, only the permissions are set. */
  runs: boolean
}

/** Sets the permissions of a new item and starts its first run. */
export function startItem(item: WorkItem, { go, nogo, agent, runs }: StartOptions): Done {
  const project = currentProject()
  if (runs) return callProject(project, 'start', { item, go, nogo, agent })
  if (go.length + nogo.length === 0) return Promise.resolve({ ok: true, value: null })
  return callProject(project, 'permit', { item, go, nogo })
}

interface NewItem extends Partial<Choices> {
  worktree?: boolean
  description: string
  language: string | null
  /** Only specs have this: a small change without requirements, design and review. */
  quick?: true
}

export const createItem = (item: WorkItem, made: NewItem) =>
  callProject(currentProject(), 'create', { item, ...made })
