import type { Command } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { UsageError } from '../problems.ts'
import { existingFeature, openWorkshop, approvableNamed } from '../project.ts'
import { carryOut } from '../short-command.ts'

export const command: Command = {
  name: 'reject',
  positionals: ['FEATURE', 'PHASE'],
  summary: 'send a document back with a reason',
  help: `
Rejects requirements, design, tasks or document-review. The document and all after it are written
again by the next run, with the reason in the prompt; the files stay until then. Starts nothing.`,
  options: { reason: { value: 'TEXT', help: 'what has to be different', isNeeded: true } },
  async run(invocation) {
    const [name = '', phaseName = ''] = invocation.positionals
    const phase = approvableNamed(phaseName, 'rejected')
    const reason = invocation.text('reason')?.trim() ?? ''
    if (reason === '')
      throw new UsageError('--reason TEXT is missing', 'It tells the agent what to do differently')
    const workshop = openWorkshop(invocation)
    const feature = existingFeature(workshop, name)
    await carryOut(workshop, invocation.output, {
      feature,
      asked: { type: 'reject', phase, reason },
      call: (api) => api.call('reject', { feature, phase, reason }),
    })
    invocation.output.say(`The next run writes it again: ${workshop.typed('run', feature)}`)
    return EXIT.completed
  },
}
