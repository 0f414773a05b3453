import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { CliWorld } from '../../src/testkit/worlds/cli-world.ts'

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url))
const ACTION = readFileSync(join(REPOSITORY, 'action.yml'), 'utf8')
const [, INPUTS = '', OUTPUTS = '', STEPS = ''] =
  /^inputs:\n(.*)^outputs:\n(.*)^runs:\n(.*)/ms.exec(ACTION) ?? []

const matches = (text: string, pattern: RegExp): [string, string][] =>
  [...text.matchAll(pattern)].map(([, name = '', value = '']) => [name, value])

/** The defaults of inputs that the workflow leaves out. */
const DEFAULTS = Object.fromEntries(
  matches(
    INPUTS,
    /^ {2}([a-z-]+):\n {4}description: .+\n(?: {4}(?:default: (.*)|required: true)\n)/gm,
  ),
)
const OUTPUT_NAMES = matches(OUTPUTS, /value: \$\{\{ steps\.(run)\.outputs\.([a-z-]+) \}\}/g).map(
  ([, name]) => name,
)

interface Played {
  code: number | null
  log: string
  outputs: Record<string, string>
  summary: string
}

/** Acts as the runner: fills in the step, runs it in bash and reads the two files it writes. */
function play(world: CliWorld, inputs: Record<string, string>): Played {
  const given: Record<string, string> = {
    ...DEFAULTS,
    project: world.project,
    command: 'sdd',
    ...inputs,
  }
  const value = (expression: string): string =>
    expression === 'github.action_path'
      ? REPOSITORY
      : (given[expression.replace('inputs.', '')] ?? '').replace(/^'(.*)'$/, '$1')
  const env = matches(STEPS, /^ {8}(SDD_ACTION_\w+): \$\{\{ (.+) \}\}$/gm).map(
    ([name, expression]): [string, string] => [name, value(expression)],
  )
  const [[, script] = ['', '']] = matches(STEPS, /^ {6}(run): (.+)$/gm)
  const [output, summary] = ['output', 'summary'].map((name) => join(world.root, `github-${name}`))
  for (const file of [output, summary]) writeFileSync(file ?? '', '')
  const files = { GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary, CI: 'true' }
  const ended = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
    cwd: world.project,
    env: { ...world.env, ...Object.fromEntries(env), ...files },
    encoding: 'utf8',
  })
  return {
    code: ended.status,
    log: ended.stdout + ended.stderr,
    outputs: Object.fromEntries(matches(readFileSync(output ?? '', 'utf8'), /^([a-z-]+)=(.*)$/gm)),
    summary: readFileSync(summary ?? '', 'utf8'),
  }
}

describe('action.yml', { timeout: 600_000 }, () => {
  it('has an input for each variable, and a value for each output', () => {
    const used = matches(STEPS, /\{\{ inputs\.(([a-z-]+)) \}\}/g).map(([, name]) => name)
    expect(used.toSorted()).toEqual(Object.keys(DEFAULTS).toSorted())
    expect(OUTPUT_NAMES).toEqual(['status', 'reason', 'phase', 'exit-code'])
    // A workflow's inputs are never inserted into a script.
    expect(/^ {6}run: .*\{\{/m.test(STEPS)).toBe(false)
  })

  it('runs a spec, shows its progress, sets outputs and leaves a summary', async () => {
    await using world = new CliWorld()
    await world.spec('login')
    const { code, log, outputs, summary } = play(world, { name: 'login' })
    expect([code, outputs]).toEqual([
      0,
      { status: 'completed', reason: 'nogo', phase: 'deploy', 'exit-code': '0' },
    ])
    expect(log).toContain('Phase inspection completed')
    expect(summary).toContain('### login')
    expect(summary).toMatch(/\| Status \| completed \\\(nogo\\\) \|/)
    expect(summary).toMatch(/\| Tasks \| (\d+)\/\1 \|/)
  })

  it('shows each message once, also when something else is printed between', async () => {
    await using world = new CliWorld()
    const program = join(world.root, 'talkative.sh')
    writeFileSync(program, `echo '{"type":"a","message":"Phase begun"}'; echo Note; echo null`)
    const { log } = play(world, { name: 'login', command: `sh\n${program}` })
    expect(log).toBe('Phase begun\n')
  })

  it('fails when the run needs you, unless it is told not to; a bug too', async () => {
    await using world = new CliWorld({ verified: ['NOT VERIFIED'] })
    await world.sdd(['bug', 'new', 'crash', '--description', 'It crashes.'])
    const asked = { name: 'crash', kind: 'bug' }
    const failed = play(world, asked)
    expect([failed.code, failed.outputs['status']]).toEqual([3, 'paused'])
    const passed = play(world, { ...asked, 'fail-when-paused': 'false' })
    expect([passed.code, passed.outputs['exit-code']]).toEqual([0, '3'])
  })

  it('says why it was refused, and takes nothing of its inputs for code or for an option', async () => {
    await using world = new CliWorld()
    await world.spec('login')
    execFileSync('git', ['init', '-q', world.project])
    writeFileSync(join(world.project, '.mcp.json'), '{"mcpServers":{"a":{"command":"b"}}}')
    const untrusted = play(world, { name: 'login' })
    expect([untrusted.code, untrusted.outputs['reason']]).toEqual([2, 'NOT_TRUSTED'])
    expect(untrusted.summary).toContain('mcp.json')
    for (const name of ['--help', '$(touch pwned)', 'a\nstatus=completed', '<b>x</b>']) {
      const played = play(world, { name })
      expect([name, played.code, played.outputs['status']]).toEqual([name, 2, 'refused'])
      expect(played.summary).not.toContain('<b>')
    }
    expect(existsSync(join(world.project, 'pwned'))).toBe(false)
    const trusted = play(world, { name: 'login', trust: 'true', arguments: '--nogo=design\n' })
    expect([trusted.code, trusted.outputs['phase']]).toEqual([0, 'design'])
  })
})
