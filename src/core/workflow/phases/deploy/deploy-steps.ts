import type { DeployMode } from '../../../../contracts/host-steps.ts'
import type { Draft } from '../../../decide/draft.ts'
import { checksRule } from '../../rules/checks-rule.ts'
import type { Move } from '../../definition.ts'
import { deployModeOf } from '../../rules/deploy-mode.ts'
import { MAX_CONFLICT_ATTEMPTS, MAX_INTEGRATIONS } from '../../limits.ts'
import { afterPhase, emitCompleted } from '../../moves.ts'
import { recordOf } from '../../rules/recorded-code.ts'
import { git, stop } from './deploy-moves.ts'
import { repair, unrepaired } from './deploy-repair.ts'
import { deployMessage, evidenceOf } from './deploy-words.ts'

/** What a deploy does next, given what it has done; every step returns here. */
export function nextOfDeploy(draft: Draft): Move {
  const { workspace, phases } = draft.state
  const { queued, isHeld, isLooked, landed, isConcluding } = phases.deploy
  if (isConcluding) return conclude(draft)
  const base = workspace.kind === 'worktree' ? workspace.base : 'the checkout'
  if (!draft.knownFacts.hasGit) return NO_GIT
  if (queued === null || !isHeld) return { type: 'queue', base }
  if (landed !== null) return afterLanding(draft, landed)
  if (!isLooked) return { type: 'host-step', phase: 'deploy', work: recordOf(draft, 'deploy') }
  return (
    unrepaired(draft) ??
    unverified(draft) ??
    BY_MODE[deployModeOf(draft.state.workspace, draft.knownFacts.deploy.mode)](draft)
  )
}

const NO_GIT: Move = stop('workspace', { problem: 'no-repository', values: {} })

const BY_MODE: Readonly<Record<DeployMode, (draft: Draft) => Move>> = {
  merge,
  commit: (draft) =>
    unchecked(draft) ??
    git({
      type: 'commit-checkout',
      message: deployMessage(draft),
      tree: draft.state.tree,
    }),
  'pull-request': (draft) =>
    unchecked(draft) ??
    git({
      type: 'pull-request',
      title: deployMessage(draft).split('\n')[0] ?? '',
      body: evidenceOf(draft),
    }),
}

/** A verdict about other code does not count. */
function unverified({ state: { verdict, tree } }: Draft): Move | null {
  if (verdict?.isPassed === true && verdict.tree !== null && verdict.tree === tree) return null
  const problem =
    verdict?.isPassed !== true
      ? 'not-passed'
      : verdict.tree === null
        ? 'passed-unknown'
        : 'changed-since-passed'
  return { type: 'judge-again', phase: 'deploy', finding: { problem, values: {} } }
}

/** The next check, or what the failing ones mean; null when all have passed on this code. */
function unchecked(draft: Draft): Move | null {
  const found = checksRule(draft, 'deploy', 'workspace')
  if (found.type === 'passed') return null
  if (found.type === 'run') return found.move
  return stop('not-verified', {
    problem: 'checks-fail',
    values: { checks: found.names.join(', ') },
  })
}

function merge(draft: Draft): Move {
  const { ready, conflict, conflictAttempts, integrations } = draft.state.phases.deploy
  if (conflict !== null) {
    if (conflictAttempts >= MAX_CONFLICT_ATTEMPTS)
      return stop('conflict', {
        problem: 'conflicts',
        values: { files: conflict.files.join(', ') },
      })
    return { type: 'launch', step: { phase: 'deploy', round: null, mode: 'conflict' } }
  }
  if (ready === null) {
    if (integrations >= MAX_INTEGRATIONS)
      return stop('workspace', {
        problem: 'base-restless',
        values: { times: String(integrations) },
      })
    const { strategy } = draft.knownFacts.deploy
    return git({ type: 'integrate', strategy, message: deployMessage(draft) })
  }
  const { commit, onto } = ready
  const found = checksRule(draft, 'deploy', 'scratch')
  if (found.type === 'run') return found.move
  if (found.type === 'failed') return repair(draft, found.names)
  return git({ type: 'move-base', commit, onto })
}

/** It is on the base: the remaining steps can be repeated safely, except for the command. */
function afterLanding(draft: Draft, landed: { commit: string | null; url: string | null }): Move {
  const { hasRunCommand, openCommand, isCleaned, ready } = draft.state.phases.deploy
  const { command, repeatable } = draft.knownFacts.deploy
  if (command !== null && openCommand !== null && !repeatable)
    return stop('release-unknown', {
      problem: 'release-unknown',
      values: { command: command.join(' ') },
    })
  if (command !== null && !hasRunCommand)
    return {
      type: 'host-step',
      phase: 'deploy',
      work: {
        kind: 'check',
        name: 'deploy.command',
        command,
        in: null,
        timeoutMs: COMMAND_TIMEOUT_MS,
        where: ready === null ? 'workspace' : 'scratch',
        purpose: 'deploy-command',
      },
    }
  const isOnBranch = draft.state.workspace.kind === 'worktree' && landed.url === null
  if (isOnBranch && !isCleaned) return git({ type: 'clean-up' })
  draft.emit({ type: 'deploy.completed', ...landed })
  return conclude(draft)
}

/** A step of its own: a crash right after `deploy.completed` must not deploy a second time. */
function conclude(draft: Draft): Move {
  emitCompleted(draft, 'deploy')
  return afterPhase(draft, 'deploy')
}

const COMMAND_TIMEOUT_MS = 60 * 60_000
