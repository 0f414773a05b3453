import { lstatSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { SpecJson } from '../../contracts/spec-json.ts'
import type { NO_PLAN, Facts } from '../../core/decide/facts.ts'
import type { Env } from '../agents/drivers/driver.ts'
import { resolveExecutable } from '../agents/process/executable.ts'
import { missingCheck, type CheckCommand } from '../checks/check-command.ts'
import type { Settings } from './settings.ts'

type ItemPlan = Pick<Facts, keyof typeof NO_PLAN>

interface PlanSource {
  settings: Pick<Settings, 'delivery' | 'choices' | 'answerMs'>
  /** The item's record, without unauthorised changes by agents. */
  json: SpecJson
  /** Null: nothing is going to be launched. */
  look: { projectDir: string; env: Env } | null
  /** A run is about to begin: missing programs must be found now. */
  isBeginning: boolean
}

/** Where this item's code is to be written, how it is verified and where it goes. */
export function itemPlan({ settings, json, look, isBeginning }: PlanSource): ItemPlan {
  const { checks, worktree, autoFix, deploy } = settings.delivery
  const own = json['worktree']
  const isMissing = (command: CheckCommand): boolean =>
    isBeginning && look !== null && missingCheck([command], look.projectDir, look.env) !== null
  const isGone = (name: string, command: string[] | null): boolean =>
    command !== null && isMissing({ name, command, in: null })
  return {
    checks: checks.map((check) => (isMissing(check) ? { ...check, isMissing: true } : check)),
    workspacePlan: {
      // The predecessor tool stored an object there, which is not a setting.
      worktree: typeof own === 'boolean' ? own : worktree.isOn,
      setup: worktree.setup,
      ...(isGone('worktree.setup', worktree.setup) ? { isSetupMissing: true } : {}),
    },
    defaultChoices: settings.choices,
    answerMs: settings.answerMs,
    autoFix: ownAutoFix(json) ?? autoFix,
    deploy: isGone('deploy.command', deploy.command)
      ? { ...deploy, isCommandMissing: true }
      : deploy,
    hasGit: look !== null && isInRepository(look.projectDir) && isGitThere(look.env),
  }
}

function ownAutoFix({ inspection }: SpecJson): boolean | null {
  if (typeof inspection !== 'object' || inspection === null || !('autoFix' in inspection))
    return null
  return typeof inspection.autoFix === 'boolean' ? inspection.autoFix : null
}

const isGitThere = (env: Env): boolean =>
  resolveExecutable({ command: () => ({ executable: 'git', program: null }) }, env).ok

function isInRepository(dir: string): boolean {
  if (lstatSync(join(dir, '.git'), { throwIfNoEntry: false }) !== undefined) return true
  const above = dirname(dir)
  return above !== dir && isInRepository(above)
}
