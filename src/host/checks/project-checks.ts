import { join } from 'node:path'
import type { Rejection } from '../../contracts/rejections.ts'
import { err, ok, type Result } from '../../contracts/result.ts'
import type { NewCheck } from '../../contracts/views/checks-view.ts'
import type { Env } from '../agents/drivers/driver.ts'
import { isObject } from '../config/config-keys.ts'
import {
  BadConfig,
  parseConfig,
  problemIn,
  PROJECT_CONFIG,
  readConfigJson,
} from '../config/load-config.ts'
import { realFiles } from '../files/durable-files.ts'
import { makeFolder } from '../files/own-files.ts'
import { checkKiroFolder, NotWritable, type ProjectFolders } from '../project/folders.ts'
import { Turns } from '../runs/turns.ts'
import { commandFindings, commandId } from '../trust/command-findings.ts'
import { runsWithout } from '../trust/findings.ts'
import { decideTrust } from '../trust/trust-file.ts'
import { readChecks } from './declared-checks.ts'

interface Project {
  folders: ProjectFolders
  env: Env
  at: Date
}

const turns = new Turns()

/** Writes the check to the project's configuration and trusts just it. Returns the file. */
export function addCheck(project: Project, check: NewCheck): Promise<Result<string, Rejection>> {
  return changeChecks(project, ({ checks, declared }) => {
    const twin = declared.find(({ name }) => name === check.name)
    if (twin !== undefined) return err({ code: 'CHECK_EXISTS', check: check.name })
    const { name, command, in: folder, timeoutMinutes } = check
    return ok([
      ...checks,
      {
        name,
        command,
        ...(folder === null ? {} : { in: folder }),
        ...(timeoutMinutes === null ? {} : { timeoutMinutes }),
      },
    ])
  })
}

export function removeCheck(project: Project, name: string): Promise<Result<string, Rejection>> {
  return changeChecks(project, ({ checks, declared }) => {
    const found = declared.find((one) => one.name === name)
    if (found === undefined) return err({ code: 'NO_CHECK', check: name })
    if (found.source === 'personal') return err({ code: 'CHECK_PERSONAL', check: name })
    return ok(checks.filter((one) => !isObject(one) || one['name'] !== name))
  })
}

interface Before {
  /** The raw entries of the file. */
  checks: unknown[]
  declared: ReturnType<typeof readChecks>['checks']
}

function changeChecks(
  { folders, env, at }: Project,
  change: (before: Before) => Result<unknown[], Rejection>,
): Promise<Result<string, Rejection>> {
  const { projectDir } = folders
  const file = join(projectDir, PROJECT_CONFIG)
  return turns.take(file, async () => {
    if (runsWithout(projectDir, env)) return err({ code: 'CONFIG_NOT_USED', file })
    const { checks: declared } = readChecks({ projectDir, env })
    const before = readConfigJson(file) ?? {}
    if (!isObject(before)) throw new BadConfig({ file, key: '(file)', allowed: 'a JSON object' })
    const { checks: list = [], ...others } = before
    const changed = change({ checks: Array.isArray(list) ? list : [], declared })
    if (!changed.ok) return changed
    const after = changed.value.length === 0 ? others : { ...before, checks: changed.value }
    const parsed = parseConfig(after)
    if (!parsed.success) throw problemIn(file, parsed.error)
    await write(folders, file, `${JSON.stringify(after, null, 2)}\n`)
    const known = new Set(declared.map(({ name }) => commandId(`checks.${name}`)))
    const findings = commandFindings(parsed.data).filter(
      ({ id }) => id.startsWith(commandId('checks.')) && !known.has(id),
    )
    if (findings.length > 0) decideTrust(projectDir, env, { decision: 'trusted', findings, at })
    return ok(file)
  })
}

async function write(folders: ProjectFolders, file: string, text: string): Promise<void> {
  checkKiroFolder(folders)
  try {
    makeFolder(folders.kiroDir)
    await realFiles.replace(file, text)
  } catch (error) {
    throw new NotWritable(file, error)
  }
}
