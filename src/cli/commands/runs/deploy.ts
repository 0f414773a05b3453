import type { CommandDetails, Invocation } from '../../command.ts'
import { UsageError } from '../../problems.ts'
import { actAndResume } from '../../run/act-and-resume.ts'
import { dryRun, NO_RUN } from '../../run/dry-run.ts'
import { runInForeground } from '../../run/foreground-run.ts'
import { RUN_OPTIONS, runFlags } from '../../run/flag-options.ts'
import { TRUST_OPTIONS, trusting } from '../../run/trusting.ts'
import { existingItem, openProjectContext } from '../../project.ts'

export const command: CommandDetails = {
  help: `
Deploys the work now, whether deploy is GO or not: the branch is merged into its base, the checkout is
committed, or a pull request is opened, as the setting "deploy" says. The inspection must have passed
on exactly this code, and so must every check, on the code that becomes the base.

deploy.command is not run a second time by itself: if it was cut off and its end was not seen, the
run pauses, and you say with --has-run or --run-again how to continue.`,
  options: {
    'has-run': { value: null, help: 'deploy.command has run: continue without it' },
    'run-again': { value: null, help: 'run deploy.command once more' },
    ...RUN_OPTIONS,
    ...TRUST_OPTIONS,
  },
  async run(invocation) {
    const flags = runFlags(invocation)
    const hasRun = releaseAnswer(invocation)
    const context = openProjectContext(invocation)
    const item = existingItem(context, invocation.positionals[0] ?? '')
    if (hasRun !== null) {
      const settling = { hasRun, andThen: 'resume' } as const
      return actAndResume(context, invocation, {
        item,
        asked: { type: 'settleRelease', ...settling },
        call: (api) => api.call('settleRelease', { item, ...settling }),
      })
    }
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

/** Null: nothing is said about an earlier deploy.command. */
function releaseAnswer(invocation: Invocation): boolean | null {
  const [hasRun, isAgain] = [invocation.has('has-run'), invocation.has('run-again')]
  if (hasRun && isAgain)
    throw new UsageError('--has-run and --run-again contradict each other', 'Use only one of them')
  return hasRun || isAgain ? hasRun : null
}
