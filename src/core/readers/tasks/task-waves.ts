import type { Task } from './task.ts'

export const WAVES = 'Task Dependency Graph'
const HEADING = new RegExp(`^#{1,6}\\s+${WAVES}\\s*$`, 'm')
const JSON_BLOCK = /^(`{3,}|~{3,})\s*json\s*\r?\n([\s\S]*?)^\1/im

/**
 * Under a heading of its own, Kiro lists waves of tasks that can be done in parallel; each wave
 * depends on the one before. What a task says itself takes precedence.
 */
export function applyWaves(text: string, tasks: readonly Task[]): void {
  const waves = wavesIn(text)
  waves.forEach((wave, at) => {
    const before = waves[at - 1] ?? []
    for (const task of tasks) {
      if (task.id === null || !wave.includes(task.id)) continue
      task.parallel ||= wave.length > 1
      if (task.depends.length === 0) task.depends = before
    }
  })
}

function wavesIn(text: string): string[][] {
  const at = text.search(HEADING)
  const block = at === -1 ? undefined : JSON_BLOCK.exec(text.slice(at))?.[2]
  if (block === undefined) return []
  try {
    const { waves } = (JSON.parse(block) ?? {}) as { waves?: unknown }
    return Array.isArray(waves) ? waves.map(idsIn) : []
  } catch {
    return []
  }
}

function idsIn(wave: unknown): string[] {
  const ids: unknown = Array.isArray(wave) ? wave : (wave as { tasks?: unknown } | null)?.tasks
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
}
