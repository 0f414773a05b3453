import type { CommandDetails } from '../../command.ts'
import { dryRun, NO_RUN } from '../../run/dry-run.ts'
import { runInForeground } from '../../run/foreground-run.ts'
import { RUN_OPTIONS, runFlags } from '../../run/flag-options.ts'
import { TRUST_OPTIONS, trusting } from '../../run/trusting.ts'
import { UsageError } from '../../problems.ts'
import { existingItem, openProjectContext, phaseNamed } from '../../project.ts'

export const command: CommandDetails = {
  help: `
Reruns the given phase and all phases after it. Checked tasks in tasks.md stay checked unless the
Tasks phase itself runs again.`,
  options: {
    from: { value: 'PHASE', help: 'the phase to rerun from', isNeeded: true },
    ...RUN_OPTIONS,
    ...TRUST_OPTIONS,
  },
  async run(invocation) {
    const flags = runFlags(invocation)
    const named = invocation.text('from')
    if (named === undefined)
      throw new UsageError('--from PHASE is missing', 'It is the phase to rerun from')
    const from = phaseNamed(named, invocation.kind)
    const context = openProjectContext(invocation)
    const item = existingItem(context, invocation.positionals[0] ?? '')
    return trusting(context, invocation, () => {
      dryRun(context, item, { type: 'retry', runId: NO_RUN, from, ...flags })
      return runInForeground(context, invocation.output, {
        item,
        begin: (api) => api.call('retry', { item, from, ...flags }),
      })
    })
  },
}
