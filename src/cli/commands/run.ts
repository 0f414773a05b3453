import type { CommandDetails } from '../command.ts'
import { dryRun, NO_RUN } from '../run/dry-run.ts'
import { readStatuses } from '../../host/items/spec-status.ts'
import { noteRepository } from '../run/repository-note.ts'
import { runInForeground } from '../run/foreground-run.ts'
import { TRUST_OPTIONS, trusting } from '../run/trusting.ts'
import { RUN_OPTIONS, RUN_OPTIONS_HELP, runFlags } from '../run/flag-options.ts'
import { existingSpec, openProjectContext, permissionChanges } from '../project.ts'

export const command: CommandDetails = {
  help: `
Runs a spec by itself, phase after phase, and shows how it goes. A paused spec goes on; a run whose
host died is taken up again. The run ends at the first phase that is NOGO.

--go and --nogo set the spec's permissions first and stay; PHASE is one of requirements, design,
tasks, document-review, impl, inspection, deploy. Ctrl+C stops the run in good order.${RUN_OPTIONS_HELP}`,
  options: {
    go: { value: 'P,…', help: 'phases that may run' },
    nogo: { value: 'P,…', help: 'phases before which the run ends' },
    ...RUN_OPTIONS,
    ...TRUST_OPTIONS,
  },
  async run(invocation) {
    const { go, nogo } = permissionChanges(invocation)
    const flags = runFlags(invocation)
    const context = openProjectContext(invocation)
    const item = existingSpec(context, invocation.positionals[0] ?? '')
    return trusting(context, invocation, async () => {
      dryRun(context, item, { type: 'start', runId: NO_RUN, go, nogo, ...flags })
      const [before] = readStatuses(context.folders, item)
      const mayBeDirty = before !== undefined && before.usage.agents > 0
      await noteRepository({ context, output: invocation.output, mayBeDirty })
      return runInForeground(context, invocation.output, {
        item,
        begin: (api) => api.call('start', { item, go, nogo, ...flags }),
      })
    })
  },
}
