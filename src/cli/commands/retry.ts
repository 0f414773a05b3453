import type { CommandDetails } from '../command.ts'
import { dryRun, NO_RUN } from '../run/dry-run.ts'
import { runInForeground } from '../run/foreground-run.ts'
import { RUN_OPTIONS, runFlags } from '../run/flag-options.ts'
import { TRUST_OPTIONS, trusting } from '../run/trusting.ts'
import { UsageError } from '../problems.ts'
import { existingSpec, openProjectContext, phaseNamed } from '../project.ts'

export const command: CommandDetails = {
  help: `
Runs the named phase again, and all phases after it. Ticks in tasks.md survive unless the tasks
themselves are written again.`,
  options: {
    from: { value: 'PHASE', help: 'the first phase that runs again', isNeeded: true },
    ...RUN_OPTIONS,
    ...TRUST_OPTIONS,
  },
  async run(invocation) {
    const flags = runFlags(invocation)
    const named = invocation.text('from')
    if (named === undefined)
      throw new UsageError('--from PHASE is missing', 'It names the first phase that runs again')
    const from = phaseNamed(named)
    const context = openProjectContext(invocation)
    const item = existingSpec(context, invocation.positionals[0] ?? '')
    return trusting(context, invocation, () => {
      dryRun(context, item, { type: 'retry', runId: NO_RUN, from, ...flags })
      return runInForeground(context, invocation.output, {
        item,
        begin: (api) => api.call('retry', { item, from, ...flags }),
      })
    })
  },
}
