import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentId } from '../../contracts/ids.ts'
import { setUpWork } from '../../core/decide/recording.ts'
import { phaseOf } from '../../core/workflow/workflows.ts'
import { readDocumentText, replaceFile } from '../../host/files/own-files.ts'
import type { WritingGit } from '../../host/git/writing-git.ts'
import type { StepRequest, StepRequestOf } from '../../host/ports/step-runner.ts'

/**
 * The set-up command that must run in this worker's worktree before the step, as it did on the
 * worker that made the first one; null when none is needed.
 */
export function setUpBefore(
  request: StepRequest,
  command: string[] | null,
): StepRequestOf<'check'> | null {
  const { item, version, launch } = request
  const { workspace, key } = launch
  if (command === null || request.kind === 'git' || isSetUp(request)) return null
  if (workspace.kind !== 'worktree' || !workspace.isSetUp) return null
  const phase = request.kind === 'agent' ? phaseOf(request.launch.phase) : request.launch.phase
  const own = { ...key, agentId: ownId(key.agentId) }
  const work = setUpWork(command)
  const placed = { key: own, phase, work, after: null, workspace, scratch: null }
  return { kind: 'check', item, version, launch: placed }
}

export const isSetUp = (request: StepRequest): boolean =>
  request.kind === 'check' && request.launch.work.purpose === 'setup'

/** No step has the number 0, so nothing else uses this id. */
function ownId(agentId: AgentId): AgentId {
  const [kind, run, number, attempt] = agentId.split('_')
  const mark = kind === 'agent' ? 1 : 2
  return `check_${run}_0_${number}0${attempt}0${mark}` as AgentId
}

/** Deleted together with the worktree. */
const noteIn = (git: WritingGit, worktree: string): string =>
  join(git.placeOf(worktree).gitDir, 'sdd-set-up')

export function wasSetUp(git: WritingGit, worktree: string, command: readonly string[]): boolean {
  const note = noteIn(git, worktree)
  return existsSync(note) && readDocumentText(note) === JSON.stringify(command)
}

export function noteSetUp(git: WritingGit, worktree: string, command: readonly string[]): void {
  replaceFile(noteIn(git, worktree), JSON.stringify(command))
}
