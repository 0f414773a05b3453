import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import type { Rejection } from '../../contracts/rejections.ts'

/** OpenCode runs these whatever it is told of the project's configuration. */
const OPENCODE_PLUGINS = ['plugin', 'plugins', 'tool', 'tools'].map((name) =>
  join('.opencode', name),
)

const ISOLATED = new Set(['claude', 'codex', 'gemini', 'opencode', 'simulated'])

/** Why this agent cannot be started without what the project brings; null when it can. */
export function cannotIsolate(agent: string, projectDir: string): Rejection | null {
  const refusal: Rejection = { code: 'AGENT_NOT_ISOLATED', agent }
  if (!ISOLATED.has(agent)) return refusal
  if (agent !== 'opencode') return null
  return OPENCODE_PLUGINS.some((name) => exists(join(projectDir, name))) ? refusal : null
}

const exists = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined
