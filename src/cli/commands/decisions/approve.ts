import type { CommandDetails } from '../../command.ts'
import { EXIT } from '../../exit-codes.ts'
import { existingItem, openProjectContext, approvableNamed } from '../../project.ts'
import { actAndResume } from '../../run/act-and-resume.ts'
import { TRUST_OPTIONS } from '../../run/trusting.ts'
import { carryOut } from '../../words/commands/short-command.ts'

export const command: CommandDetails = {
  help: `
Approves requirements, design, tasks or document-review. Approving document-review is also the way
past a review that is NOGO. Nothing is started; with --resume the run continues in the foreground,
with the exit codes of run.`,
  options: {
    resume: { value: null, help: 'continue the run with the approval' },
    ...TRUST_OPTIONS,
  },
  async run(invocation) {
    const [name = '', phaseName = ''] = invocation.positionals
    const phase = approvableNamed(phaseName, 'approved')
    const context = openProjectContext(invocation)
    const item = existingItem(context, name)
    if (invocation.has('resume')) {
      const approval = { phase, andThen: 'resume' } as const
      return actAndResume(context, invocation, {
        item,
        asked: { type: 'approve', ...approval },
        call: (api) => api.call('approve', { item, ...approval }),
      })
    }
    await carryOut(context, invocation.output, {
      item,
      asked: { type: 'approve', phase },
      call: (api) => api.call('approve', { item, phase }),
    })
    return EXIT.completed
  },
}
