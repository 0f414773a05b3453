import type { CommandDetails } from '../../command.ts'
import { dryRun, NO_RUN } from '../../run/dry-run.ts'
import { runInForeground } from '../../run/foreground-run.ts'
import { RUN_OPTIONS, runFlags } from '../../run/flag-options.ts'
import { TRUST_OPTIONS, trusting } from '../../run/trusting.ts'
import { existingItem, openProjectContext } from '../../project.ts'

export const command: CommandDetails = {
  help: `
Deploys the work now, whether deploy is GO or not: the branch is merged into its base, the checkout is
committed, or a pull request is opened, as the setting "deploy" says. The inspection must have passed
on exactly this code, and so must every check, on the code that becomes the base.`,
  options: { ...RUN_OPTIONS, ...TRUST_OPTIONS },
  async run(invocation) {
    const flags = runFlags(invocation)
    const context = openProjectContext(invocation)
    const item = existingItem(context, invocation.positionals[0] ?? '')
    const deploy = { phase: 'deploy', fix: false } as const
    return trusting(context, invocation, () => {
      dryRun(context, item, { type: 'runPhase', runId: NO_RUN, ...deploy, ...flags })
      return runInForeground(context, invocation.output, {
        item,
        begin: (api) => api.call('runPhase', { item, ...deploy, ...flags }),
      })
    })
  },
}
