import type { Command } from '../command.ts'
import { foresee, NO_RUN } from '../running/foresee.ts'
import { runInForeground } from '../running/foreground-run.ts'
import { RUN_OPTIONS, runFlags } from '../run-flags.ts'
import { TRUST_OPTIONS, trusting } from '../running/trusting.ts'
import { existingFeature, openWorkshop } from '../project.ts'

export const command: Command = {
  name: 'resume',
  positionals: ['FEATURE'],
  summary: 'go on with a paused or failed run',
  help: `
Goes on with a run that is paused or in error, where the documents say. After a review that has gone
through all its rounds, each resume grants one more.`,
  options: { ...RUN_OPTIONS, ...TRUST_OPTIONS },
  async run(invocation) {
    const flags = runFlags(invocation)
    const workshop = openWorkshop(invocation)
    const feature = existingFeature(workshop, invocation.positionals[0] ?? '')
    return trusting(workshop, invocation, () => {
      foresee(workshop, feature, { type: 'resume', runId: NO_RUN, ...flags })
      return runInForeground(workshop, invocation.output, {
        feature,
        begin: (api) => api.call('resume', { feature, ...flags }),
      })
    })
  },
}
