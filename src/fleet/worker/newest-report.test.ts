import { expect, it } from 'vitest'
import { agentIdSchema } from '../../contracts/ids.ts'
import { NotCurrent } from '../gateway/worker-calls.ts'
import { NewestReport } from './newest-report.ts'

const AGENT = agentIdSchema.parse('agent_x_1_1')

/** Reports that note their name and fail as often as they are told to. */
function makeReports() {
  const reports = new NewestReport()
  const sent: string[] = []
  const send = (name: string, failures: Error[] = [], then = (): void => undefined): void =>
    reports.send(async () => {
      sent.push(name)
      then()
      const failure = failures.shift()
      if (failure !== undefined) throw failure
    })
  return { reports, sent, send }
}

it('is sent again until it arrives', async () => {
  const { sent, send } = makeReports()
  send('asked', [new Error('away'), new Error('away')])
  await expect.poll(() => sent).toEqual(['asked', 'asked', 'asked'])
  send('started')
  await expect.poll(() => sent).toEqual(['asked', 'asked', 'asked', 'started'])
})

it('gives way to a newer one, which comes after it and never before', async () => {
  const { sent, send } = makeReports()
  send('asked', [new Error('away')], () => send('started'))
  await expect.poll(() => sent).toEqual(['asked', 'started'])
  send('asked next')
  await expect.poll(() => sent).toEqual(['asked', 'started', 'asked next'])
})

it('is not repeated where the attempt belongs to another, nor after the end', async () => {
  const { reports, sent, send } = makeReports()
  send('not ours', [new NotCurrent(AGENT)])
  await expect.poll(() => sent).toEqual(['not ours'])
  send('too late', [new Error('away')], () => reports.close())
  await expect.poll(() => sent).toEqual(['not ours', 'too late'])
  send('next')
  await expect.poll(() => sent).toEqual(['not ours', 'too late', 'next'])
})
