import type { AgentPhase, Phase } from '../../../src/contracts/phases.ts'
import type { WorkItem } from '../../../src/contracts/work-item.ts'
import { phasesOf, workflowOf } from '../../../src/core/workflow/workflows.ts'
import type { ProjectWorld } from '../../../src/testkit/worlds/project-world.ts'

/** What the contract suite needs to know about a kind of item; all else is the same for all. */
interface ContractItem {
  kind: string
  make: (world: ProjectWorld, name: string) => Promise<WorkItem>
  first: AgentPhase & Phase
  second: AgentPhase & Phase
  last: AgentPhase & Phase
  /** As `agentsOf` names it. */
  third: string
  /** The document of the second phase. */
  document: string
  record: string
  /** The number of agents in a whole run. */
  agents: number
  /** Everything after the first phase. */
  rest: Phase[]
}

const restOf = (workflow: 'spec' | 'bug'): Phase[] => phasesOf(workflowOf({ workflow })).slice(1)

/** Every kind of work item that runs; the suite tests each of them. */
export const CONTRACT_ITEMS: ContractItem[] = [
  {
    kind: 'spec',
    make: (world, name) => world.newSpec(name),
    first: 'requirements',
    second: 'design',
    last: 'inspection',
    third: 'tasks',
    document: 'design.md',
    record: 'spec.json',
    agents: 7,
    rest: restOf('spec'),
  },
  {
    kind: 'bug',
    make: (world, name) => world.newBug(name),
    first: 'analyze',
    second: 'fix',
    last: 'verify',
    third: 'verify 1',
    document: 'fix.md',
    record: 'bug.json',
    agents: 3,
    rest: restOf('bug'),
  },
]
