import type { CommandDetails } from '../../command.ts'
import { definitionOf } from '../../../core/workflow/workflows.ts'
import { dryRun, NO_RUN } from '../../run/dry-run.ts'
import { runInForeground } from '../../run/foreground-run.ts'
import { RUN_OPTIONS, runFlags } from '../../run/flag-options.ts'
import { TRUST_OPTIONS, trusting } from '../../run/trusting.ts'
import { UsageError } from '../../problems.ts'
import { existingItem, openProjectContext, phaseNamed } from '../../project.ts'

export const command: CommandDetails = {
  help: `
Runs just one phase. NOGO is ignored, the documents before it must be approved, its result is not
approved, and nothing is repeated. impl starts one agent and prints how many tasks are open.
document-review is one round of review and reply without edits; with --fix the last reply's fixes
are applied. impl with --fix answers the last inspection that said NOGO, and has it inspected again.`,
  options: {
    fix: {
      value: null,
      help: 'with document-review: apply the last fixes; with impl: fix what was found',
    },
    ...RUN_OPTIONS,
    ...TRUST_OPTIONS,
  },
  async run(invocation) {
    const flags = runFlags(invocation)
    const [name = '', phaseName = ''] = invocation.positionals
    const phase = phaseNamed(phaseName, invocation.kind)
    const fix = invocation.has('fix')
    if (fix && definitionOf(phase).fix === null)
      throw new UsageError('--fix only works with document-review and impl')
    const context = openProjectContext(invocation)
    const item = existingItem(context, name)
    return trusting(context, invocation, () => {
      dryRun(context, item, { type: 'runPhase', runId: NO_RUN, phase, fix, ...flags })
      return runInForeground(context, invocation.output, {
        item,
        begin: (api) => api.call('runPhase', { item, phase, fix, ...flags }),
      })
    })
  },
}
