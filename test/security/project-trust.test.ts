import { specNamed, type SpecItem } from '../../src/contracts/work-item.ts'
import { execFile } from 'node:child_process'
import { hash } from 'node:crypto'
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { revokeTrust } from '../../src/host/trust/trust-file.ts'
import { CliWorld, jsonLines } from '../../src/testkit/worlds/cli-world.ts'
import { openWorld, ProjectWorld } from '../../src/testkit/worlds/project-world.ts'
import { until } from '../../src/testkit/worlds/agent-world.ts'
import { agentStarted, entriesOf } from '../integration/flows/flow-world.ts'

const HOOKS = JSON.stringify({
  hooks: { SessionStart: [{ hooks: [{ type: 'command', command: 'touch /tmp/x' }] }] },
})

/** Files of a repository that take effect. */
const ACTING: Record<string, string> = {
  '.claude/settings.json': HOOKS,
  '.claude/settings.local.json': HOOKS,
  '.claude/hooks/go.sh': 'touch x',
  '.claude/commands/kiro/x.md': '!`touch x`',
  '.claude/agents/a.md': 'a',
  '.claude/skills/s/SKILL.md': 's',
  '.mcp.json': JSON.stringify({ mcpServers: { evil: { command: 'sh', args: ['-c', 'id'] } } }),
  '.codex/config.toml': '[mcp_servers.evil]\ncommand = "sh"\n',
  '.gemini/settings.json': JSON.stringify({ mcpServers: { evil: { command: 'sh' } } }),
  'opencode.json': JSON.stringify({ mcp: { evil: { command: ['sh', '-c', 'id'] } } }),
  'opencode.jsonc': '// yes\n{ "plugin": ["./p.ts"] }',
  '.opencode/plugin/p.ts': 'export default {}',
  '.agents/skills/s/SKILL.md': 's',
  '.kiro/sdd/prompts/design.md': 'Do {{feature}}',
  '.kiro/sdd/prompts/nudge.md': 'Do {{feature}}',
  '.kiro/sdd/prompts/all/add.md': 'Be unkind',
  '.kiro/sdd/prompts/impl/boxes.md': 'Tick all of them',
  '.kiro/prompts/impl.md': 'Do {{feature}}',
  '.kiro/sdd-orchestrator.json': JSON.stringify({ models: { claude: 'opus' } }),
}

const put = (root: string, path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

const start = (world: ProjectWorld, name: SpecItem) => world.host.coordinator.start(name)

async function trust(world: ProjectWorld, decision: 'trusted' | 'without' = 'trusted') {
  const view = await world.host.call('trust', {})
  if (!view.ok) throw new Error('no view')
  const findings = view.value.undecided.map(({ id, digest }) => ({ id, digest }))
  return world.host.call('decideTrust', { decision, findings })
}

describe('a project that brings what would act', () => {
  it.each(Object.entries(ACTING))(
    'T4 starts no agent before it is trusted: %s',
    async (path, text) => {
      await using world = await openWorld()
      const spec = await world.newSpec('login')
      put(world.folders.projectDir, path, text)
      const refusal = await start(world, spec)
      expect(refusal).toMatchObject({
        ok: false,
        error: { code: 'NOT_TRUSTED', item: specNamed('login') },
      })
      const findings =
        !refusal.ok && refusal.error.code === 'NOT_TRUSTED' ? refusal.error.findings : []
      expect(findings.map(({ id, change }) => [id, change])).toEqual([[path, 'new']])
      for (const begin of [
        () => world.host.coordinator.runPhase(spec, 'requirements'),
        () => world.host.coordinator.retryFrom(spec, 'requirements'),
      ])
        expect(await begin()).toMatchObject({ ok: false, error: { code: 'NOT_TRUSTED' } })
      expect(world.mock.calls()).toEqual([])
      await trust(world)
      expect(await start(world, spec)).toMatchObject({ ok: true })
      await until(() => world.mock.calls().length > 0)
    },
  )

  it('T4 a project without any of that needs no question', async () => {
    await using world = await openWorld()
    const spec = await world.newSpec('login')
    put(world.folders.projectDir, 'CLAUDE.md', 'rules')
    put(world.folders.projectDir, '.kiro/prompts/kiro-own.md', 'a prompt of Kiro itself')
    put(
      world.folders.projectDir,
      '.kiro/sdd-orchestrator.json',
      '{"language":"ja","concurrency":1}',
    )
    expect(await world.run(spec)).toMatchObject({ status: 'completed' })
  })

  it('T4 is asked for again when it changes, and only what changed', async () => {
    await using world = await openWorld()
    const { projectDir } = world.folders
    const spec = await world.newSpec('login')
    put(projectDir, '.mcp.json', '{}')
    put(projectDir, '.claude/settings.json', '{}')
    await trust(world)
    put(projectDir, '.claude/settings.json', HOOKS)
    put(projectDir, '.codex/config.toml', '')
    const refusal = await start(world, spec)
    expect(refusal).toMatchObject({
      error: {
        code: 'NOT_TRUSTED',
        findings: [
          {
            id: '.claude/settings.json',
            change: 'changed',
            details: ['hook SessionStart: touch /tmp/x'],
          },
          { id: '.codex/config.toml', change: 'new' },
        ],
      },
    })
    put(projectDir, '.claude/settings.json', '{}')
    rmSync(join(projectDir, '.codex'), { recursive: true })
    expect(await start(world, spec)).toMatchObject({ ok: true })
  })

  it('T4 trusts what was seen, not what is there by now', async () => {
    await using world = await openWorld()
    const { projectDir } = world.folders
    const spec = await world.newSpec('login')
    put(projectDir, '.mcp.json', '{}')
    const seen = await world.host.call('trust', {})
    put(projectDir, '.mcp.json', ACTING['.mcp.json'] ?? '')
    if (!seen.ok) throw new Error('no view')
    const findings = seen.value.undecided.map(({ id, digest }) => ({ id, digest }))
    await world.host.call('decideTrust', { decision: 'trusted', findings })
    expect(await start(world, spec)).toMatchObject({ error: { code: 'NOT_TRUSTED' } })
  })

  it('T4 another folder in the place of a trusted one is not trusted', async () => {
    await using world = new ProjectWorld()
    const { projectDir } = world.folders
    await world.open()
    await world.newSpec('login')
    put(projectDir, '.mcp.json', '{}')
    await trust(world)
    await world.closeHost()
    const { ino } = statSync(projectDir)
    renameSync(projectDir, `${projectDir}-old`)
    mkdirSync(projectDir)
    expect(statSync(projectDir).ino).not.toBe(ino)
    await world.newSpec('login')
    put(projectDir, '.mcp.json', '{}')
    mkdirSync(join(projectDir, '.kiro/runtime/runs'), { recursive: true })
    await world.open()
    expect(await start(world, specNamed('login'))).toMatchObject({ error: { code: 'NOT_TRUSTED' } })
  })

  it('T4 is known by its path and inode after a start of the computer with other device numbers', async () => {
    await using world = await openWorld()
    const { projectDir } = world.folders
    const spec = await world.newSpec('login')
    put(projectDir, '.mcp.json', '{}')
    const kept = join(world.root, 'state/sdd-orchestrator/trust')
    const named = (...parts: unknown[]): string =>
      `${hash('sha256', parts.join('\0'), 'hex').slice(0, 32)}.json`
    const real = realpathSync.native(projectDir)
    const { dev, ino } = statSync(real, { bigint: true })
    await trust(world)
    expect(readdirSync(kept)).toEqual([named(real, ino)])

    // As earlier versions kept it.
    renameSync(join(kept, named(real, ino)), join(kept, named(real, dev, ino)))
    expect(await world.host.call('trust', {})).toMatchObject({ value: { undecided: [] } })
    put(projectDir, '.mcp.json', '{"a":1}')
    await trust(world)
    expect(readdirSync(kept)).toEqual([named(real, ino)])
    copyFileSync(join(kept, named(real, ino)), join(kept, named(real, dev, ino)))
    expect(revokeTrust(projectDir, world.env)).toBe(true)
    expect(revokeTrust(projectDir, world.env)).toBe(false)
    expect(await start(world, spec)).toMatchObject({ error: { code: 'NOT_TRUSTED' } })
  })

  it('T4 more files than anyone looks at hide no others: the rest is asked for, and again when it changes', async () => {
    await using world = await openWorld()
    const { projectDir } = world.folders
    const spec = await world.newSpec('login')
    for (let file = 0; file < 5000; file++) put(projectDir, `.claude/skills/s/${file}.md`, '')
    await trust(world)
    const hidden = (change: string) => ({
      error: {
        code: 'NOT_TRUSTED',
        findings: [{ id: '.agents', change, details: [expect.stringContaining('too many files')] }],
      },
    })
    put(projectDir, '.agents/skills/s/SKILL.md', 'kind')
    expect(await start(world, spec)).toMatchObject(hidden('new'))
    await trust(world)
    put(projectDir, '.agents/skills/s/SKILL.md', 'evil')
    expect(await start(world, spec)).toMatchObject(hidden('changed'))
    await trust(world)
    expect(await start(world, spec)).toMatchObject({ ok: true })
  })

  it('T4 a link counts as something that acts', async () => {
    await using world = await openWorld()
    const spec = await world.newSpec('login')
    symlinkSync('/etc/hostname', join(world.folders.projectDir, '.mcp.json'))
    expect(await start(world, spec)).toMatchObject({
      error: { findings: [{ id: '.mcp.json', details: [expect.stringContaining('link')] }] },
    })
  })

  it('T4 a hook that an agent plants pauses the run before the next agent', async () => {
    await using world = await openWorld({
      scenario: { overrides: [{ phase: 'design', hold: 'gate' }] },
    })
    const spec = await world.newSpec('login')
    const running = world.run(spec)
    await agentStarted(world, spec, { phase: 'design' })
    put(world.folders.projectDir, '.claude/settings.json', HOOKS)
    world.mock.release('gate')
    expect(await running).toMatchObject({ status: 'paused', reason: 'untrusted', phase: 'tasks' })
    expect(world.mock.calls().map(({ phase }) => phase)).toEqual(['requirements', 'design'])
    expect(await world.host.coordinator.resume(spec)).toMatchObject({
      error: { code: 'NOT_TRUSTED' },
    })
    await trust(world)
    expect(await world.resume(spec)).toMatchObject({ status: 'completed' })
  })

  it('T4 a recovered run pauses where the files that act have changed', async () => {
    await using world = await openWorld({
      scenario: { overrides: [{ phase: 'design', hold: 'gate' }] },
    })
    const spec = await world.newSpec('login')
    void world.run(spec).catch(() => undefined)
    await agentStarted(world, spec, { phase: 'design' })
    await world.closeHost()
    put(world.folders.projectDir, '.mcp.json', ACTING['.mcp.json'] ?? '')
    world.mock.release('gate')
    const host = await world.open()
    await host.recoverAll()
    await until(() => entriesOf(world, spec, 'run.paused').length > 0)
    expect(entriesOf(world, spec, 'run.paused')).toMatchObject([{ reason: 'untrusted' }])
    expect(world.mock.calls().map(({ phase }) => phase)).toEqual(['requirements', 'design'])
  })

  it('T4 a spec that chooses its agent is a choice to be trusted', async () => {
    await using world = await openWorld()
    const spec = await world.newSpec('login')
    world.write(
      spec,
      'spec.json',
      JSON.stringify({ ...world.spec(spec), agents: { impl: 'simulated' } }),
    )
    expect(await start(world, spec)).toMatchObject({
      error: {
        findings: [{ id: '.kiro/specs/login/spec.json: agents', details: ['impl: simulated'] }],
      },
    })
  })
})

describe('limits of a spec', () => {
  const withBudget = async (world: ProjectWorld, budget: object): Promise<SpecItem> => {
    put(join(world.root, 'config', 'sdd-orchestrator'), 'config.json', '{"budget":{"usd":5}}')
    const spec = await world.newSpec('login')
    world.write(spec, 'spec.json', JSON.stringify({ ...world.spec(spec), budget }))
    await world.open()
    return spec
  }

  it('T5 a spec that came with a higher budget than the user allows is asked for', async () => {
    await using world = new ProjectWorld()
    const spec = await withBudget(world, { usd: 500 })
    expect(await start(world, spec)).toMatchObject({
      error: {
        code: 'NOT_TRUSTED',
        findings: [{ id: '.kiro/specs/login/spec.json: budget', details: ['usd: 500, above 5'] }],
      },
    })
  })

  it('T5 a budget that the user sets is the user’s own', async () => {
    await using world = new ProjectWorld()
    const spec = await withBudget(world, { usd: 1 })
    const raised = { item: spec, usd: 50, tokens: undefined, minutes: undefined }
    expect(await world.host.call('budget', raised as never)).toMatchObject({ ok: true })
    expect(await start(world, spec)).toMatchObject({ ok: true })
  })
})

describe('sdd and trust', () => {
  it('T4 without a terminal a run is refused with code 2, what was found and how to trust it', async () => {
    await using world = new CliWorld()
    await world.spec('login')
    put(world.project, '.claude/settings.json', HOOKS)
    const { code, stderr } = await world.sdd(['run', 'login'])
    expect(code).toBe(2)
    expect(stderr).toContain('.claude/settings.json')
    expect(stderr).toContain('hook SessionStart: touch /tmp/x')
    expect(stderr).toContain('sdd trust')
    for (const args of [
      ['phase', 'login', 'requirements'],
      ['retry', 'login', '--from', 'requirements'],
    ])
      expect((await world.sdd(args)).code).toBe(2)
    expect(world.mock.calls()).toEqual([])
  })

  it('T4 --trust runs and remembers; sdd trust lists, trusts and revokes', async () => {
    await using world = new CliWorld()
    await world.spec('login')
    put(world.project, '.mcp.json', ACTING['.mcp.json'] ?? '')
    const listed = await world.sdd(['trust', '--json'])
    expect(jsonLines(listed.stdout)).toMatchObject([
      { id: '.mcp.json', details: ['MCP server evil: sh -c id'], state: 'new' },
    ])
    expect((await world.sdd(['run', 'login', '--nogo', 'design', '--trust'])).code).toBe(0)
    const shown = await world.sdd(['trust'])
    expect(shown.stdout).toContain('You trust them')
    const kept = join(world.root, 'state/sdd-orchestrator/trust')
    const [file = ''] = readdirSync(kept)
    expect(statSync(join(kept, file)).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(kept, file), 'utf8')).toContain('.mcp.json')
    expect((await world.sdd(['trust', '--revoke'])).code).toBe(0)
    expect((await world.sdd(['run', 'login', '--go', 'design'])).code).toBe(2)
    expect((await world.sdd(['trust', '--yes'])).stdout).toContain('is trusted as it is now')
    expect((await world.sdd(['run', 'login', '--nogo', 'design'])).code).toBe(0)
  })

  it('T4 --untrusted starts the agent without what the project brings', async () => {
    await using world = new CliWorld({ record: true })
    await world.spec('login')
    put(world.project, '.claude/settings.json', HOOKS)
    put(world.project, 'CLAUDE.md', 'Be brief.')
    put(world.project, '.kiro/sdd/prompts/requirements.md', 'Theirs')
    put(world.project, '.kiro/sdd-orchestrator.json', '{"models":{"claude":"dear"}}')
    const ran = await world.sdd(['run', 'login', '--nogo', 'design', '--untrusted'])
    expect([ran.code, ran.stderr]).toEqual([0, ''])
    const [call] = world.mock.calls()
    const { args, prompt } = world.mock.recorded(call?.agentId ?? ('' as never))
    expect(args).toEqual(expect.arrayContaining(['--setting-sources=user', '--strict-mcp-config']))
    expect(args).not.toContain('--model=dear')
    expect(prompt).toContain('Be brief.')
    expect(prompt).not.toContain('Theirs')
  })

  it('T4 an agent that cannot leave the project alone is not started', async () => {
    await using world = new CliWorld()
    await world.spec('login')
    put(world.project, '.opencode/plugin/p.ts', 'export default {}')
    const args = ['run', 'login', '--untrusted', '--agent', 'opencode']
    const env = { SDD_OPENCODE_COMMAND: world.env['SDD_CLAUDE_COMMAND'] ?? '' }
    const { code, stderr } = await world.sdd(args, { env })
    expect(code).toBe(2)
    expect(stderr).toContain("opencode cannot run without loading this project's files")
    expect(world.mock.calls()).toEqual([])
  })

  it('T4 the demo trusts what it has written itself', async () => {
    await using world = new CliWorld()
    const dir = join(world.root, 'demo')
    const demo = await world.sdd(['demo', '--dir', dir, '--fast', '--no-open', '--exit'])
    expect([demo.code, demo.stderr]).toEqual([0, ''])
    expect((await world.sdd(['trust', '--project', dir])).stdout).toContain('You trust them')
  })

  const answered = async (world: CliWorld, answer: string): Promise<string> => {
    const program = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))
    const command = `printf '${answer}\\n' | script -qec "${process.execPath} ${program} run login --nogo design" /dev/null`
    const env = { ...world.env, TERM: 'xterm' }
    const { stdout } = await promisify(execFile)('sh', ['-c', command], { cwd: world.project, env })
    return stdout
  }

  it('T4 at a terminal the user is asked once', async () => {
    await using world = new CliWorld()
    await world.spec('login')
    put(world.project, '.mcp.json', ACTING['.mcp.json'] ?? '')
    const refused = await answered(world, 'n').catch((error: { stdout: string }) => error.stdout)
    expect(refused).toContain('MCP server evil: sh -c id')
    expect(refused).toContain('Trust them (y)')
    expect(world.mock.calls()).toEqual([])
    expect(await answered(world, 'y')).toContain('is trusted as it is now')
    expect(world.mock.calls()).toHaveLength(1)
    expect((await world.sdd(['run', 'login', '--go', 'design', '--nogo', 'tasks'])).code).toBe(0)
  })
})
