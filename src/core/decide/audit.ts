import type { AtLaunch, TaskName } from '../../contracts/journal.ts'
import type { AgentPhase } from '../../contracts/phases.ts'
import type { AutoExecutionState, Step } from '../../contracts/run-state.ts'
import type { SpecJson } from '../../contracts/spec-json.ts'
import type { Draft } from './draft.ts'
import type { Facts } from './facts.ts'
import { announce } from './finish.ts'
import { NAMED_FILES } from '../workflow/document-files.ts'
import { vanishedTasks } from '../workflow/rules/required-tasks.ts'
import { definitionOf, phaseOf, phasesFrom, workflowOf } from '../workflow/workflows.ts'
import { asGuarded, changedKeys, guardedPart, valuesOf } from '../spec/guarded.ts'
import { normaliseSpec, record } from '../spec/normalise.ts'
import { missingTasks, nameOf } from '../readers/tasks/task-names.ts'
import { contentOf } from './written.ts'

/** The facts without the changes an agent made to spec.json without being allowed to. */
export function withUserChoices(facts: Facts, state: AutoExecutionState): Facts {
  const { item } = state
  const guarded = state.guarded ?? facts.guarded ?? null
  if (guarded === null) return facts
  const keys = changedKeys(facts.specJson, guarded)
  if (keys.length === 0) return facts
  const specJson = asGuarded(facts.specJson, guarded)
  const spec = normaliseSpec(item.name, specJson, workflowOf(state))
  return { ...facts, specJson, spec, edited: { keys, claimed: facts.spec } }
}

/** For the record of a launch: what its agent is checked against when it has ended. */
export function atLaunchOf({ state, knownFacts }: Draft, phase: AgentPhase): AtLaunch {
  const { specJson, files, tasks } = knownFacts
  return {
    spec: guardedPart(withChoices(specJson, state)),
    documents: Object.fromEntries(
      NAMED_FILES[state.item.kind].map((name) => [name, files[name]?.fingerprint ?? null]),
    ),
    tasks: tasks.ok ? { done: tasks.counts.done, total: tasks.counts.total } : null,
    required: ticksTasks(phase) ? requiredTasks(state, knownFacts, phase) : [],
  }
}

/** A choice made while the disk was being read is in the journal, but not in the facts. */
function withChoices(json: SpecJson, state: AutoExecutionState): SpecJson {
  const { budgetChanges, permissionChanges, choiceChanges } = state
  const auto = record(json['autoExecution'])
  const permissions = { ...record(auto['permissions']), ...permissionChanges }
  const budget = { ...record(json['budget']), ...budgetChanges }
  const isPermitted = Object.keys(permissionChanges).length > 0
  const isChosen = Object.keys(choiceChanges).length > 0
  return {
    ...json,
    ...(isPermitted || isChosen
      ? {
          autoExecution: { ...auto, ...(isPermitted ? { permissions } : {}), ...choiceChanges },
        }
      : {}),
    ...(Object.keys(budgetChanges).length > 0 ? { budget } : {}),
  }
}

/**
 * In a re-run, those of the previous run: the user did not ask for tasks that its agent added.
 */
function requiredTasks(state: AutoExecutionState, facts: Facts, phase: AgentPhase): TaskName[] {
  const { step, steps } = state
  const isRerun = steps > 0 && step?.phase === phase && step.stage === 'settled'
  if (isRerun && step.atLaunch !== null) return step.atLaunch.required
  const required = facts.tasks.ok
    ? facts.tasks.tasks.filter((task) => !task.optional && !task.isNote)
    : []
  return [...required.map(nameOf), ...vanishedTasks(state, facts)]
}

/** Restores or ignores the forbidden changes of an agent that has ended. */
export function auditAgent(draft: Draft): void {
  const { step, guarded } = draft.state
  if (step === null || guarded === null) return
  restoreSpec(draft, step)
  if (step.atLaunch === null || step.isAudited) return
  noteStrays(draft, step, step.atLaunch)
  if (ticksTasks(step.phase)) noteVanished(draft, step.atLaunch)
}

/** Restores at once what an agent of another item has changed, or what is left of the own one. */
export function restoreEdited(draft: Draft): void {
  if (draft.state.guarded !== null || draft.knownFacts.edited === undefined) return
  restoreSpec(draft, { phase: null, agent: null })
  draft.saveSpec()
}

function restoreSpec(
  draft: Draft,
  { phase, agent }: { phase: AgentPhase | null; agent: string | null },
): void {
  const { edited, specJson } = draft.knownFacts
  if (edited === undefined) return
  const { keys } = edited
  const values = valuesOf(specJson, keys)
  announce(draft, draft.emit({ type: 'spec.restored', phase, agent, keys, values }))
}

function noteStrays(draft: Draft, step: Step, atLaunch: AtLaunch): void {
  const facts = draft.knownFacts
  const isChanged = (name: string): boolean =>
    contentOf(facts.files[name]?.fingerprint ?? null) !==
    contentOf(atLaunch.documents[name] ?? null)
  const documents: Record<string, string> = {}
  const [, ...later] = phasesFrom(workflowOf(draft.state), phaseOf(step.phase))
  for (const phase of later) {
    const name = definitionOf(phase).document?.file
    const file = name === undefined ? undefined : facts.files[name]
    if (name !== undefined && file && !file.empty && isChanged(name))
      documents[name] = file.fingerprint
  }
  const ticked = !ticksTasks(step.phase) && isChanged('tasks.md') && isTicked(step, atLaunch, facts)
  if (Object.keys(documents).length === 0 && !ticked) return
  draft.emit({ type: 'documents.strayed', phase: step.phase, documents, ticked })
}

const ticksTasks = (phase: AgentPhase): boolean => definitionOf(phaseOf(phase)).ticksTasks

/** All boxes are ticked, but neither an impl agent nor the user ticked them. */
function isTicked({ phase }: Step, { tasks: before }: AtLaunch, { tasks }: Facts): boolean {
  if (!tasks.ok || tasks.counts.done < tasks.counts.total) return false
  const writesDocument = definitionOf(phaseOf(phase)).kind === 'document'
  return writesDocument || before === null || before.done < before.total
}

function noteVanished(draft: Draft, { required }: AtLaunch): void {
  const { tasks, files } = draft.knownFacts
  if (!tasks.ok) return
  const missing = missingTasks(
    required,
    tasks.tasks.filter((task) => !task.optional),
  )
  if (missing.length === 0 && draft.state.phases.impl.vanished === null) return
  const fingerprint = files['tasks.md']?.fingerprint ?? null
  draft.emit({ type: 'tasks.vanished', tasks: missing, fingerprint })
}
