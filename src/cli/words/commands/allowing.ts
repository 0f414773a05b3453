import { toolSettingKey } from '../../../core/agents/agent-table.ts'
import type { RunResult } from '../../../contracts/run-state.ts'
import type { ProjectContext } from '../../project.ts'
import type { Denied } from '../../run/view/run-progress.ts'
import { phaseOf } from '../../../core/workflow/workflows.ts'

/** Commands that allow exactly what was refused; they work as printed. */
export function allowing(
  { typed, settings }: ProjectContext,
  { phase, agent, tools, name, status }: Denied & Pick<RunResult, 'status'> & { name: string },
): string[] {
  const again =
    status === 'completed' ? ['retry', name, '--from', phaseOf(phase)] : ['resume', name]
  const toolKey = toolSettingKey(agent)
  if (toolKey !== null) {
    const allowed = new Set([...settings.allowedTools(agent), ...tools])
    return [
      `  → Allow it for this run: ${typed(...again, '--allow-tools', tools.join(','))}`,
      `  → Allow it for all your projects: ${typed('config', 'set', toolKey, JSON.stringify([...allowed]))}`,
    ]
  }
  const { permission } = settings.planFor(phase, {}, agent)
  const next = permission === 'plan' || permission === 'ask' ? 'edit' : 'full'
  return [
    `  → Allow it for this run: ${typed(...again, '--permission', next)}`,
    `  → Allow it for all your projects: ${typed('config', 'set', `permissions.${phase}`, next)}`,
  ]
}
