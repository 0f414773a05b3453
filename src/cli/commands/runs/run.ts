import type { CommandDetails } from '../../command.ts'
import { dryRun, NO_RUN } from '../../run/dry-run.ts'
import { journalsOf } from '../../run/process-journals.ts'
import { noteRepository } from '../../run/repository-note.ts'
import { runInForeground } from '../../run/foreground-run.ts'
import { TRUST_OPTIONS, trusting } from '../../run/trusting.ts'
import { RUN_OPTIONS, RUN_OPTIONS_HELP, runFlags } from '../../run/flag-options.ts'
import { existingItem, openProjectContext, permissionChanges } from '../../project.ts'

export const command: CommandDetails = {
  help: `
Runs a spec phase by phase and shows its progress. A paused spec is resumed; a run whose host
crashed is recovered. The run stops before the first phase that is NOGO.

--go and --nogo first change the spec's permissions, permanently; P is one of requirements, design,
tasks, document-review, impl, inspection, deploy. Ctrl+C stops the run cleanly.${RUN_OPTIONS_HELP}`,
  options: {
    go: { value: 'P,…', help: 'phases that may run' },
    nogo: { value: 'P,…', help: 'phases that may not run; the run stops before them' },
    ...RUN_OPTIONS,
    ...TRUST_OPTIONS,
  },
  async run(invocation) {
    const { go, nogo } = permissionChanges(invocation)
    const flags = runFlags(invocation)
    const context = openProjectContext(invocation)
    const item = existingItem(context, invocation.positionals[0] ?? '')
    return trusting(context, invocation, async () => {
      dryRun(context, item, { type: 'start', runId: NO_RUN, go, nogo, ...flags })
      const { spent } = journalsOf(context.folders).fold(item).state
      const mayBeDirty = spent.spec.agents > 0
      await noteRepository({ context, output: invocation.output, mayBeDirty })
      return runInForeground(context, invocation.output, {
        item,
        begin: (api) => api.call('start', { item, go, nogo, ...flags }),
      })
    })
  },
}
