import type { Command } from '../command.ts'
import { foresee, NO_RUN } from '../running/foresee.ts'
import { runInForeground } from '../running/foreground-run.ts'
import { RUN_OPTIONS, runFlags } from '../run-flags.ts'
import { TRUST_OPTIONS, trusting } from '../running/trusting.ts'
import { UsageError } from '../problems.ts'
import { existingFeature, openWorkshop, phaseNamed } from '../project.ts'

export const command: Command = {
  name: 'retry',
  positionals: ['FEATURE'],
  summary: 'run a phase and all after it again',
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
    const workshop = openWorkshop(invocation)
    const feature = existingFeature(workshop, invocation.positionals[0] ?? '')
    return trusting(workshop, invocation, () => {
      foresee(workshop, feature, { type: 'retry', runId: NO_RUN, from, ...flags })
      return runInForeground(workshop, invocation.output, {
        feature,
        begin: (api) => api.call('retry', { feature, from, ...flags }),
      })
    })
  },
}
