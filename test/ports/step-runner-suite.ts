import { describe, expect, it, vi } from 'vitest'
import { specNamed } from '../../src/contracts/work-item.ts'
import type { StepChange, StepRequest, StepRunner } from '../../src/host/ports/step-runner.ts'

/** A computer on which hosts come and go. */
export interface StepPlace extends AsyncDisposable {
  /** A runner, as a new host opens it. */
  open(): StepRunner
  /** The host of that runner dies; what it started keeps working. */
  die(runner: StepRunner): Promise<void> | void
  /** The agent that is reported for a step. */
  readonly agent: string
  /** A step that works until `finish`. */
  step(number: number): StepRequest
  finish(): void
  /** Resolves when the step itself is running: until then another host may still fence it. */
  begun(step: StepRequest): Promise<void>
  /** The number of living processes of all steps. */
  living(): number
}

class Heard {
  readonly changes: StepChange[] = []

  constructor(runner: StepRunner) {
    runner.onChange((change) => void this.changes.push(change))
  }

  statuses({ launch }: StepRequest): string[] {
    const { agentId } = launch.key
    return this.changes.filter(({ key }) => key.agentId === agentId).map(({ status }) => status)
  }

  ended(step: StepRequest): Promise<void> {
    return vi.waitFor(
      () => expect(this.statuses(step).some((status) => status !== 'running')).toBe(true),
      { timeout: 60_000, interval: 10 },
    )
  }
}

async function outputOf(runner: StepRunner, step: StepRequest, offset: number): Promise<string> {
  const output = runner.output(step.launch.key, offset)
  if (output === null) throw new Error('no output')
  const parts: Uint8Array[] = []
  for (;;) {
    const { bytes, isLast } = await output.read(7)
    parts.push(bytes)
    if (isLast) break
    if (bytes.length === 0) await output.more()
  }
  await output.close()
  return Buffer.concat(parts).toString('utf8')
}

/** What every step runner guarantees, wherever it runs steps. */
export function stepRunnerSuite(name: string, place: () => StepPlace): void {
  describe(`step runner port: ${name}`, () => {
    it('tells that a step runs and how it ended, each once', async () => {
      await using here = place()
      const runner = here.open()
      const heard = new Heard(runner)
      const step = here.step(1)
      await runner.start(step)
      expect(runner.isWorkingOn(step.item)).toBe(true)
      here.finish()
      await heard.ended(step)
      expect(heard.statuses(step)).toEqual(['running', 'completed'])
      expect(heard.changes.at(-1)).toMatchObject({
        key: step.launch.key,
        item: step.item,
        end: { outcome: { status: 'completed', cause: 'success', exitCode: 0 } },
      })
      expect(runner.isWorkingOn(step.item)).toBe(false)
    })

    it('starts one attempt of one step once, and the next attempt beside it', async () => {
      await using here = place()
      const runner = here.open()
      const step = here.step(1)
      await runner.start(step)
      await expect((async () => runner.start(step))()).rejects.toThrow()
      await runner.start(here.step(2))
      here.finish()
    })

    it('has nothing of a step alive when a stop is over, and tells one end', async () => {
      await using here = place()
      const runner = here.open()
      const heard = new Heard(runner)
      const step = here.step(1)
      await runner.start(step)
      await here.begun(step)
      const stops = [
        runner.stop(step.launch.key, step.item),
        runner.stop(step.launch.key, step.item),
      ]
      expect(await Promise.all(stops)).toEqual([null, null])
      expect(here.living()).toBe(0)
      expect(heard.statuses(step)).toEqual(['running', 'interrupted'])
      expect(await runner.stop(step.launch.key, step.item)).toBeNull()
      expect(heard.statuses(step)).toEqual(['running', 'interrupted'])
    })

    it('leaves a step alone that belongs to another item', async () => {
      await using here = place()
      const runner = here.open()
      const step = here.step(1)
      await runner.start(step)
      await here.begun(step)
      expect(await runner.stop(step.launch.key, specNamed('another'))).toBeNull()
      expect(runner.isWorkingOn(step.item)).toBe(true)
      await runner.stopAll(specNamed('another'))
      expect(runner.isWorkingOn(step.item)).toBe(true)
      await runner.stopAll(step.item)
      expect(here.living()).toBe(0)
    })

    it('adopts what works on after its host died, and tells its end', async () => {
      await using here = place()
      const first = here.open()
      const step = here.step(1)
      await first.start(step)
      await here.begun(step)
      await here.die(first)
      const second = here.open()
      const heard = new Heard(second)
      expect(await second.adopt(step.launch.key)).toEqual({
        kind: 'running',
        agent: here.agent,
      })
      here.finish()
      await heard.ended(step)
      expect(heard.statuses(step)).toEqual(['completed'])
    })

    it('gives the end of what ended while nobody was there, and tells it to nobody else', async () => {
      await using here = place()
      const first = here.open()
      const before = new Heard(first)
      const step = here.step(1)
      await first.start(step)
      here.finish()
      await before.ended(step)
      await here.die(first)
      const second = here.open()
      const heard = new Heard(second)
      expect(await second.adopt(step.launch.key)).toMatchObject({
        kind: 'ended',
        outcome: { status: 'completed' },
      })
      expect(await second.stop(step.launch.key, step.item)).toBeOneOf([
        null,
        expect.objectContaining({ outcome: expect.anything() }),
      ])
      expect(heard.statuses(step)).toEqual([])
    })

    it('fences a start that had not happened when it was adopted', async () => {
      await using here = place()
      const first = here.open()
      const heard = new Heard(first)
      const step = here.step(1)
      first.prepare(step)
      const second = here.open()
      expect(await second.adopt(step.launch.key)).toEqual({ kind: 'never-started' })
      const started = await (async () => first.start(step))().then(
        () => true,
        () => false,
      )
      if (started) {
        await heard.ended(step)
        expect(heard.changes.at(-1)?.end?.outcome.cause).toBe('not-started')
      }
      expect(here.living()).toBe(0)
    })

    it('gives the output from any place on, nothing lost and nothing twice', async () => {
      await using here = place()
      const runner = here.open()
      const step = here.step(1)
      await runner.start(step)
      const following = outputOf(runner, step, 0)
      here.finish()
      const whole = await following
      expect(whole.length).toBeGreaterThan(20)
      expect(await outputOf(runner, step, 0)).toBe(whole)
      expect(await outputOf(runner, step, 11)).toBe(whole.slice(11))
      expect(runner.output(here.step(9).launch.key, 0)).toBeNull()
    })
  })
}
