import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import type { Rejection } from '../../contracts/rejections.ts'
import { descriptorOf } from '../../core/agents/agent-table.ts'

/** Why this agent cannot run without the project's own files; null if it can. */
export function cannotIsolate(agent: string, projectDir: string): Rejection | null {
  const isolation = descriptorOf(agent)?.isolation ?? null
  const isHindered = isolation?.unless.some((name) => exists(join(projectDir, name))) ?? true
  return isHindered ? { code: 'AGENT_NOT_ISOLATED', agent } : null
}

const exists = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined
