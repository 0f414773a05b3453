import type { CommandDetails } from '../../command.ts'
import { dryRun, NO_RUN } from '../../run/dry-run.ts'
import { runInForeground } from '../../run/foreground-run.ts'
import { RUN_OPTIONS, runFlags } from '../../run/flag-options.ts'
import { TRUST_OPTIONS, trusting } from '../../run/trusting.ts'
import { existingItem, openProjectContext } from '../../project.ts'

export const command: CommandDetails = {
  help: `
Resumes a run that is paused or in error, from the current documents. After a review that has
used all its rounds, each resume allows one more.`,
  options: { ...RUN_OPTIONS, ...TRUST_OPTIONS },
  async run(invocation) {
    const flags = runFlags(invocation)
    const context = openProjectContext(invocation)
    const item = existingItem(context, invocation.positionals[0] ?? '')
    return trusting(context, invocation, () => {
      dryRun(context, item, { type: 'resume', runId: NO_RUN, ...flags })
      return runInForeground(context, invocation.output, {
        item,
        begin: (api) => api.call('resume', { item, ...flags }),
      })
    })
  },
}
