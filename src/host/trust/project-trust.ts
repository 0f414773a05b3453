import type { WorkItem } from '../../contracts/work-item.ts'
import type { Spec } from '../../contracts/spec-json.ts'
import type { TrustView } from '../../contracts/views/trust-view.ts'
import { readRecord } from '../../core/spec/normalise.ts'
import type { Env } from '../agents/drivers/driver.ts'
import { readSpecJson, SpecUnreadable } from '../files/spec-json-file.ts'
import { listSpecs, itemDirOf, type ProjectFolders } from '../project/folders.ts'
import { worktreesOf } from '../workspaces/live-folder.ts'
import { readTrust } from './findings.ts'
import { decideTrust } from './trust-file.ts'

/** The trust in the project and in every spec and worktree of it. */
export function readProjectTrust(folders: ProjectFolders, env: Env): TrustView {
  const { projectDir } = folders
  const readings = [
    readTrust({ projectDir, env, spec: null, workDirs: worktreesOf(folders) }),
    ...listSpecs(folders).flatMap((item) => {
      const spec = specOf(folders, item)
      return spec === null ? [] : [readTrust({ projectDir, env, spec, isSpecOnly: true })]
    }),
  ]
  return {
    decision: readings.find(({ decision }) => decision !== null)?.decision ?? null,
    findings: readings.flatMap(({ findings }) => findings),
    undecided: readings.flatMap(({ undecided }) => undecided),
  }
}

/** The user has just set this spec's budget: it counts as trusted, however high it is. */
export function trustOwnBudget(folders: ProjectFolders, item: WorkItem, about: About): void {
  const { env, at } = about
  const spec = specOf(folders, item)
  if (spec === null) return
  const { findings, decision } = readTrust({
    projectDir: folders.projectDir,
    env,
    spec,
    isSpecOnly: true,
  })
  const own = findings.filter(({ id }) => id.endsWith(': budget'))
  if (own.length === 0) return
  decideTrust(folders.projectDir, env, { decision: decision ?? 'trusted', findings: own, at })
}

interface About {
  env: Env
  at: Date
}

/** Null for an unreadable spec, which starts nothing. */
function specOf(folders: ProjectFolders, item: WorkItem): Spec | null {
  try {
    return readRecord(item, readSpecJson(itemDirOf(folders, item), item))
  } catch (error) {
    if (error instanceof SpecUnreadable) return null
    throw error
  }
}
