import { AGENT_PHASES } from '../../../contracts/phases.ts'
import type { Checkup } from '../../../contracts/views/settings-view.ts'
import { stepOf } from '../../../core/workflow/workflows.ts'
import type { Settings } from '../../../host/config/settings.ts'
import type { Project } from '../../project.ts'
import type { Check } from './checkup-lines.ts'

/**
 * A model that reviews its own work misses its own mistakes: mentioned when another agent is ready.
 */
export function checkGrading(settings: Settings, { agents }: Checkup, { typed }: Project): Check[] {
  const phases = AGENT_PHASES.filter((phase) => {
    const { judges } = stepOf(phase)
    if (judges === undefined) return false
    const [judge, maker] = [settings.planFor(phase, {}), settings.planFor(judges, {})]
    return judge.agent === maker.agent && judge.model === maker.model
  })
  const [first] = phases
  if (first === undefined) return []
  const doing = settings.planFor(first, {}).agent
  const other = agents.find(
    ({ agent, state, login, path }) =>
      agent !== doing && path !== null && state === 'ready' && login !== 'none',
  )
  if (other === undefined) return []
  return [
    {
      name: 'review',
      level: 'note',
      found: `${phases.join(', ')}: the model that did the work also judges it`,
      remedy: `Let another agent do it: ${typed('config', 'set', `agents.${first}`, other.agent)}`,
    },
  ]
}
