import type { CommandDetails } from '../../command.ts'
import { EXIT } from '../../exit-codes.ts'
import { UsageError } from '../../problems.ts'
import { existingItem, openProjectContext, approvableNamed } from '../../project.ts'
import { actAndResume } from '../../run/act-and-resume.ts'
import { TRUST_OPTIONS } from '../../run/trusting.ts'
import { carryOut } from '../../words/commands/short-command.ts'

export const command: CommandDetails = {
  help: `
Rejects requirements, design, tasks or document-review. The next run rewrites the document and all
after it, with the reason in the prompt; the files stay until then. Nothing is started; with --resume
the run continues in the foreground, with the exit codes of run.`,
  options: {
    reason: { value: 'TEXT', help: 'what has to change', isNeeded: true },
    resume: { value: null, help: 'rewrite it now' },
    ...TRUST_OPTIONS,
  },
  async run(invocation) {
    const [name = '', phaseName = ''] = invocation.positionals
    const phase = approvableNamed(phaseName, 'rejected')
    const reason = invocation.text('reason')?.trim() ?? ''
    if (reason === '')
      throw new UsageError(
        '--reason TEXT is missing',
        'It says what the agent should do differently',
      )
    const context = openProjectContext(invocation)
    const item = existingItem(context, name)
    if (invocation.has('resume')) {
      const rejection = { phase, reason, andThen: 'resume' } as const
      return actAndResume(context, invocation, {
        item,
        asked: { type: 'reject', ...rejection },
        call: (api) => api.call('reject', { item, ...rejection }),
      })
    }
    await carryOut(context, invocation.output, {
      item,
      asked: { type: 'reject', phase, reason },
      call: (api) => api.call('reject', { item, phase, reason }),
    })
    invocation.output.say(`The next run rewrites it: ${context.typed('run', item.name)}`)
    return EXIT.completed
  },
}
