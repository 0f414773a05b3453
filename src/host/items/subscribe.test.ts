import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { until } from '../../testkit/worlds/agent-world.ts'
import { subscribe } from './subscribe.ts'

const LANES = 8
const ROUNDS = 40

/** Subscribes, waits for a change and unsubscribes, every other time without the folder. */
async function reportsOneChange(round: number): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'sdd-subscribe-'))
  mkdirSync(join(dir, 'specs', 'a'), { recursive: true })
  const heard: string[] = []
  const subscription = await subscribe(dir, (paths) => heard.push(...paths))
  const file = join(dir, 'specs', 'a', 'spec.json')
  writeFileSync(file, '{}')
  await until(() => heard.includes(file))
  if (round % 2 === 0) rmSync(dir, { recursive: true })
  await subscription.unsubscribe()
  rmSync(dir, { recursive: true, force: true })
}

it('H1 every folder is heard, however many others are opened, closed and deleted at the same time', async () => {
  const lane = async (): Promise<number> => {
    for (let round = 0; round < ROUNDS; round++) await reportsOneChange(round)
    return ROUNDS
  }
  const rounds = await Promise.all(Array.from({ length: LANES }, lane))
  expect(rounds).toEqual(Array.from({ length: LANES }, () => ROUNDS))
})

/** The child processes of this process, including ended ones that were not reaped. */
const children = (): string =>
  execFileSync('ps', ['-o', 'comm=', '--ppid', String(process.pid)], { encoding: 'utf8' })

it.runIf(process.platform === 'linux')('H1 starts no other program to hear of it', async () => {
  await reportsOneChange(0)
  expect(children()).toBe('ps\n')
})

it('H1 folders that are made within each other at once are heard, and what changes in them later', async () => {
  for (let round = 0; round < 10; round++) {
    const dir = mkdtempSync(join(tmpdir(), 'sdd-subscribe-'))
    const heard: string[] = []
    const subscription = await subscribe(dir, (paths) => heard.push(...paths))
    const inner = join(dir, 'changes', 'add-login', 'specs', 'login')
    mkdirSync(inner, { recursive: true })
    await until(() => heard.includes(inner))
    const file = join(inner, 'spec.md')
    writeFileSync(file, '# Login\n')
    await until(() => heard.includes(file))
    await subscription.unsubscribe()
    rmSync(dir, { recursive: true })
  }
})
