import { join } from 'node:path'
import type { Env } from '../agents/drivers/driver.ts'
import type { Rejection } from '../../contracts/rejections.ts'
import { descriptorOf } from '../../core/agents/agent-table.ts'
import { isAbsent } from './acting-files.ts'
import { foldersAround, homeOf } from './folders-around.ts'

/** Why this agent cannot run in a folder without its project's own files; null if it can. */
export function cannotIsolate(agent: string, dir: string, env: Env): Rejection | null {
  const unless = descriptorOf(agent)?.isolation?.unless ?? null
  if (unless?.length === 0) return null
  const home = homeOf(env)
  const folders = [dir, ...foldersAround(dir).repository.filter((folder) => folder !== home)]
  const isHindered =
    unless?.some((name) => folders.some((folder) => !isAbsent(join(folder, name)))) ?? true
  return isHindered ? { code: 'AGENT_NOT_ISOLATED', agent } : null
}
