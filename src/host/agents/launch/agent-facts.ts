import { AGENT_PHASES, type AgentPhase } from '../../../contracts/phases.ts'
import type { Rejection } from '../../../contracts/rejections.ts'
import type { SpecAgents } from '../../../contracts/spec-json.ts'
import type { AgentFacts } from '../../../core/decide/facts.ts'
import { agentProblem } from './agent-problem.ts'
import type { DriverCapabilities, Drivers, Env } from '../drivers/driver.ts'
import type { Settings } from '../../config/settings.ts'
import { cannotIsolate } from '../../trust/isolation.ts'

/** Where to look for agents, and for which besides those named by spec and configuration. */
export interface AgentLook {
  projectDir: string
  /** Where the item's agents work, if not there. */
  workDir?: string
  drivers: Drivers
  env: Env
  chosen: string | null
}

interface Asked {
  settings: Settings
  spec: SpecAgents
  look: AgentLook | null
  /** A command is about to start agents: it is refused rather than started for nothing. */
  isBeginning: boolean
  /** Agents run without the project's own files. */
  isIsolated: boolean
}

/** Without a fallback there is nothing to choose from, and the launch itself says what is missing. */
export function agentFacts({ settings, spec, look, isBeginning, isIsolated }: Asked): AgentFacts {
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
        (isIsolated ? cannotIsolate(name, look.projectDir) : null)
      if (problem) problems[name] = problem
    }
  const those = (fits: (capabilities: DriverCapabilities) => boolean): string[] =>
    [...names].filter((name) => {
      const capabilities = look.drivers.get(name)?.capabilities
      return capabilities !== undefined && fits(capabilities)
    })
  return {
    ...common,
    problems,
    canResume: those(({ canResume }) => canResume),
    cannotAsk: those(({ canAsk }) => !canAsk),
    unreportedCost: those(({ reportsCost }) => !reportsCost),
  }
}
