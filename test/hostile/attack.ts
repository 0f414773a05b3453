import { specNamed } from '../../src/contracts/work-item.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { WebSocket } from 'ws'
import { HostClient } from '../../src/client/host-client.ts'
import type { RpcInput, RpcMethod } from '../../src/contracts/rpc.ts'
import { readHostAddress } from '../../src/host/project/host-lock.ts'
import { foldersOf } from '../../src/host/project/folders.ts'
import { FEATURE, HostileRepository, SECRET, type Case } from './repository.ts'

const PROGRAM = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))
const READY = 'Press Ctrl+C to stop'
/** An uncaught error of ours. */
const BUG = 1
const RUN = ['run', FEATURE, '--nogo', 'design']

interface Ended {
  code: number | null
  output: string
}

class Process {
  output = ''
  readonly ended: Promise<Ended>
  readonly #child
  #look: () => void = () => undefined

  constructor(repository: HostileRepository, args: string[]) {
    this.#child = spawn(process.execPath, [PROGRAM, ...args], {
      cwd: repository.project,
      env: repository.env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.output += text
        this.#look()
      })
    this.ended = once(this.#child, 'close').then(() => ({
      code: this.#child.exitCode,
      output: this.output,
    }))
  }

  /** False when it ends without having said so. */
  says(words: string): Promise<boolean> {
    const said = new Promise<boolean>((resolve) => {
      this.#look = () => this.output.includes(words) && resolve(true)
      this.#look()
    })
    return Promise.race([said, this.ended.then(() => this.output.includes(words))])
  }

  end(): Promise<Ended> {
    this.#child.kill('SIGTERM')
    return this.ended
  }
}

/** A repository as it should be is listed, served and run by the same means. */
export async function expectPeacefulRun(): Promise<void> {
  using repository = new HostileRepository()
  expect(await serve(repository)).toBe(true)
  const { code, output } = await new Process(repository, RUN).ended
  expect(code, output).toBe(0)
  expect(repository.starts.map(({ program }) => program)).toEqual(['claude'])
  expect(repository.starts[0]?.argv).toContain('-p')
  expect(repository.starts[0]?.prompt).toContain('People sign in.')
}

/** Opens, lists, serves and runs what someone has cloned, as the user would. */
export async function attack({ make, acts }: Case): Promise<void> {
  using repository = new HostileRepository()
  make(repository)
  const before = repository.manifest()
  const untouched = (): void => {
    expect(repository.manifest()).toEqual(before)
    expect(repository.hasActed).toBe(false)
  }

  const listed = await new Process(repository, ['status']).ended
  expect(listed.code, listed.output).not.toBe(BUG)
  expect(repository.starts).toEqual([])
  untouched()

  await serve(repository)
  expect(repository.starts, 'started by serving alone').toEqual([])
  untouched()

  const ran = await new Process(repository, RUN).ended
  expect(ran.code, ran.output).not.toBe(BUG)
  untouched()
  if (acts) {
    expect(ran.code, ran.output).toBe(2)
    expect(repository.starts, 'started before trust').toEqual([])
    const after = await new Process(repository, [...RUN, '--trust']).ended
    expect(after.code, after.output).not.toBe(BUG)
    untouched()
  }
  for (const { argv, prompt } of repository.starts) {
    expect(argv.filter((word) => /^-.*evil|dangerously|yolo|bypass/i.test(word))).toEqual([])
    expect(prompt).not.toContain(SECRET)
  }
}

const item = specNamed(FEATURE)

/** What the page asks for when it is opened, and when the user looks around. */
const LOOKS: { [M in RpcMethod]?: RpcInput<M> } = {
  board: {},
  agents: {},
  trust: {},
  checks: {},
  suggestChecks: {},
  status: { item: null },
  folder: { item },
  document: { item, document: 'requirements.md' as never },
  journal: { item, before: null, limit: 50 },
  changes: { item },
  archived: {},
}

/** It may refuse to serve such a folder; then it ends by itself. */
async function serve(repository: HostileRepository): Promise<boolean> {
  const serving = new Process(repository, ['serve'])
  const isServed = await serving.says(READY)
  try {
    if (isServed) await look(repository)
  } finally {
    await serving.end()
  }
  const { code, output } = await serving.ended
  expect(code, output).not.toBe(BUG)
  expect(isServed || code !== 0, output).toBe(true)
  expect(output).not.toContain(SECRET)
  return isServed
}

async function look({ project, env }: HostileRepository): Promise<void> {
  const address = readHostAddress(foldersOf(project, env))
  if (address === null) throw new Error('it serves without an address')
  const client = await HostClient.connect(address, { WebSocket })
  try {
    for (const [method, input] of Object.entries(LOOKS)) {
      const reply = await client.call(method as RpcMethod, input as never)
      expect(JSON.stringify(reply)).not.toContain(SECRET)
    }
  } finally {
    client.close()
  }
}
