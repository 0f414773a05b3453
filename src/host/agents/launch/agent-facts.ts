import { AGENT_PHASES, type AgentPhase } from '../../../contracts/phases.ts'
import type { Rejection } from '../../../contracts/rejections.ts'
import type { SpecAgents } from '../../../contracts/spec-json.ts'
import type { AgentFacts } from '../../../core/decide/facts.ts'
import { agentProblem } from './agent-problem.ts'
import type { DriverCapabilities, Drivers, Env } from '../drivers/driver.ts'
import type { Settings } from '../../config/settings.ts'
import { cannotIsolate } from '../../trust/isolation.ts'

/** Where to look for agents; `chosen` is one more to look for besides the configured ones. */
export interface AgentLook {
  projectDir: string
  /** Where the item's agents work, if not in the project folder. */
  workDirs?: readonly string[]
  drivers: Drivers
  env: Env
  chosen: string | null
}

interface Query {
  settings: Settings
  spec: SpecAgents
  look: AgentLook | null
  /** A command is about to start agents: problems must be found now. */
  isBeginning: boolean
  /** Agents run without the project's own files. */
  isIsolated: boolean
}

/** Without a fallback there is no choice to make, and the launch itself reports problems. */
export function agentFacts({ settings, spec, look, isBeginning, isIsolated }: Query): AgentFacts {
  const { fallback } = settings
  const planned = Object.fromEntries(
    AGENT_PHASES.map((phase) => [phase, settings.planFor(phase, spec).agent]),
  ) as Record<AgentPhase, string>
  const names = new Set([...Object.values(planned), ...fallback])
  const asking = AGENT_PHASES.filter((phase) => settings.planFor(phase, spec).permission === 'ask')
  const common = { planned, fallback, asking }
  if (look === null)
    return { ...common, problems: {}, canResume: [], cannotAsk: [], unreportedCost: [] }
  if (look.chosen !== null) names.add(look.chosen)
  const problems: Record<string, Rejection> = {}
  if (isBeginning || fallback.length > 0 || isIsolated)
    for (const name of names) {
      const problem =
        agentProblem(name, look.drivers, look.env) ??
        (isIsolated ? cannotIsolate(name, look.projectDir, look.env) : null)
      if (problem) problems[name] = problem
    }
  const agentsThat = (fits: (capabilities: DriverCapabilities) => boolean): string[] =>
    [...names].filter((name) => {
      const capabilities = look.drivers.get(name)?.capabilities
      return capabilities !== undefined && fits(capabilities)
    })
  return {
    ...common,
    problems,
    canResume: agentsThat(({ canResume }) => canResume),
    cannotAsk: agentsThat(({ canAsk }) => !canAsk),
    unreportedCost: agentsThat(({ reportsCost }) => !reportsCost),
  }
}
