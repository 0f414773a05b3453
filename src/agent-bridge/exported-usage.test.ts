import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { exportedUsage } from './exported-usage.ts'

const step = (created: number, parts: object[] = []): object => ({
  info: {
    role: 'assistant',
    cost: 0.5,
    tokens: { input: 10, output: 2, reasoning: 3, cache: { read: 4, write: 1 } },
    time: { created },
  },
  parts,
})
const asks = { info: { role: 'user', time: { created: 5 } }, parts: [] }
const delegates = (sessionId: string): object => ({
  type: 'tool',
  tool: 'task',
  state: { metadata: { sessionId } },
})

describe('what a session used by its export', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sdd-export-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  /** A CLI that prints its sessions and exits at once, which would cut off a pipe. */
  const cliWith = (sessions: Record<string, object[]>): string => {
    const command = join(folder, 'cli.mjs')
    const exports = Object.entries(sessions).map(([id, messages]) => [id, { messages }])
    writeFileSync(
      command,
      `#!${process.execPath}
const [, , word, id] = process.argv
const session = ${JSON.stringify(Object.fromEntries(exports))}[id]
if (word !== 'export' || !session) process.exit(1)
process.stdout.write(JSON.stringify({ ...session, filler: 'x'.repeat(300_000) }))
process.exit(0)
`,
    )
    chmodSync(command, 0o700)
    return command
  }

  const usage = (command: string, since = 0): ReturnType<typeof exportedUsage> =>
    exportedUsage({ command, sessionId: 's1', since, folder })

  it('A8 sums over steps and sub-agents of sub-agents, each once', async () => {
    const command = cliWith({
      s1: [asks, step(10, [delegates('s2')]), step(11, [delegates('s2')])],
      s2: [step(12, [delegates('s3')])],
      s3: [step(13, [delegates('s1')])],
    })
    expect(await usage(command)).toEqual({ inputTokens: 60, outputTokens: 20, costUsd: 2 })
    expect(readdirSync(folder)).toEqual(['cli.mjs'])
  })

  it('A8 counts nothing from before', async () => {
    const command = cliWith({ s1: [step(10, [delegates('gone')]), step(20)] })
    expect(await usage(command, 15)).toEqual({ inputTokens: 15, outputTokens: 5, costUsd: 0.5 })
  })

  it.each([
    ['a sub-agent is not told', { s1: [step(10, [delegates('gone')])] }],
    ['an id would be an option', { s1: [step(10, [delegates('--help')])] }],
    ['there is no such session', {}],
  ])('A8 tells nothing when %s', async (_why, sessions) => {
    expect(await usage(cliWith(sessions))).toBeNull()
  })

  it('A8 tells nothing without the CLI or a place', async () => {
    expect(await usage(join(folder, 'missing'))).toBeNull()
    const command = cliWith({ s1: [step(10)] })
    const nowhere = join(folder, 'nowhere')
    const exported = { command, sessionId: 's1', since: 0, folder: nowhere }
    expect(await exportedUsage(exported)).toBeNull()
  })
})
