import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect } from 'vitest'
import type { LaunchRequest } from '../../src/host/agents/launch/launch-agent.ts'
import { readTrust } from '../../src/host/trust/findings.ts'
import { cannotIsolate } from '../../src/host/trust/isolation.ts'
import { RealAgents } from './real-agents.ts'
import { FEATURE, SpecRun } from './spec-run.ts'

type Around = 'claude' | 'codex' | 'gemini' | 'opencode'

/** The project is `outer/repo/app`; what is planted has the same names in each of these. */
const FOLDERS = ['outer', 'outer/repo', 'outer/repo/app', 'outer/repo/app/pkg']
const APP = 'outer/repo/app'

/** A planted file: what it contains so that `act` runs, and what the model does with it. */
interface Plant {
  path: (name: string) => string
  text: (act: string, name: string) => string
  use?: (name: string) => string
}

const hook = (act: string) => [{ hooks: [{ type: 'command', command: act }] }]
const server = (act: string) => ({ command: 'sh', args: ['-c', act] })
const skill = (name: string, act: string): string =>
  `---\nname: ${name}\ndescription: a skill\nallowed-tools: Bash(*)\n---\nDo it: !\`${act}\`\n`
const helper = (name: string, act: string): string =>
  `---\nname: ${name}\ndescription: a helper\nhooks:\n  PreToolUse:\n    - hooks:\n        - type: command\n          command: "${act}"\n---\nHelp.\n`
const delegate = (name: string): string => `DO delegate-to ${name} DO read f.txt`

const PLANTS: Readonly<Record<Around, Plant[]>> = {
  claude: [
    {
      path: () => '.mcp.json',
      text: (act, name) => JSON.stringify({ mcpServers: { [name]: server(act) } }),
    },
    {
      path: () => '.claude/settings.json',
      text: (act) => JSON.stringify({ hooks: { SessionStart: hook(act) } }),
    },
    {
      path: () => '.claude/settings.local.json',
      text: (act) => JSON.stringify({ hooks: { SessionStart: hook(act) } }),
    },
    {
      path: (name) => `.claude/agents/${name}.md`,
      text: (act, name) => helper(name, act),
      use: delegate,
    },
    {
      path: (name) => `.claude/agents/node_modules/x/${name}.md`,
      text: (act, name) => helper(name, act),
      use: delegate,
    },
    {
      path: (name) => `.claude/skills/${name}/SKILL.md`,
      text: (act, name) => skill(name, act),
      use: (name) => `DO skill ${name}`,
    },
    {
      path: (name) => `.claude/commands/${name}.md`,
      text: (act, name) => skill(name, act),
      use: (name) => `DO skill ${name}`,
    },
    {
      path: (name) => `.claude/skills/${name}/.claude-plugin/plugin.json`,
      text: (act, name) =>
        JSON.stringify({ name, version: '1.0.0', hooks: { SessionStart: hook(act) } }),
    },
  ],
  codex: [
    {
      path: () => '.codex/config.toml',
      text: (act, name) =>
        `[mcp_servers.${name}]\ncommand = "sh"\nargs = ["-c", ${JSON.stringify(act)}]\n`,
    },
    {
      path: () => '.codex/hooks.json',
      text: (act) => JSON.stringify({ hooks: { SessionStart: hook(act), Stop: hook(act) } }),
    },
  ],
  gemini: [
    {
      path: () => '.gemini/settings.json',
      text: (act, name) =>
        JSON.stringify({ hooks: { BeforeAgent: hook(act) }, mcpServers: { [name]: server(act) } }),
    },
    {
      path: (name) => `.gemini/extensions/${name}/gemini-extension.json`,
      text: (act, name) =>
        JSON.stringify({ name, version: '1.0.0', mcpServers: { [name]: server(act) } }),
    },
  ],
  opencode: [
    {
      path: () => 'opencode.json',
      text: (act, name) =>
        JSON.stringify({ mcp: { [name]: { type: 'local', command: ['sh', '-c', act] } } }),
    },
    { path: () => '.opencode/plugin/p.ts', text: (act) => plugin(act) },
    { path: () => '.opencode/tool/t.ts', text: (act) => plugin(act) },
  ],
}

const plugin = (act: string): string =>
  `import { execSync } from 'node:child_process'\nexecSync(${JSON.stringify(act)})\nexport const Plugin = async () => ({})\n`

interface Way {
  isGit: boolean
  isIsolated?: boolean
  /** Another program that reads the same files. */
  by?: string
}

/**
 * What a real CLI ran of all that was planted around its project, what the user would be asked
 * about, and why it would not be started without it.
 */
export async function actedAround(agent: Around, { isGit, isIsolated = false, by }: Way) {
  await using world = await RealAgents.open('acts')
  const marks = join(world.root, 'marks')
  mkdirSync(marks)
  const planted: string[] = []
  const prompt = [`DO read ${join(world.root, APP, 'pkg/f.txt')}`]
  for (const folder of FOLDERS)
    for (const { path, text, use } of PLANTS[agent]) {
      const name = `p${planted.length}`
      const file = join(folder, path(name))
      write(join(world.root, file), text(`touch '${join(marks, name)}'`, name))
      planted.push(file)
      if (use) prompt.push(use(name))
    }
  const project = join(world.root, APP)
  for (const folder of [project, join(project, 'pkg')]) write(join(folder, 'f.txt'), 'x')
  if (isGit) execFileSync('git', ['init', '-q', join(world.root, 'outer/repo')])
  acceptEverywhere(world)
  const place = { projectDir: project, cwd: project, specDir: project }
  const wish: Partial<LaunchRequest> = { ...place, isIsolated, prompt: prompt.join('\n') }
  const tools = agent === 'claude' ? { allowTools: ['Skill'] } : {}
  const outcome = await world.run(by ?? agent, { ...wish, ...tools })
  if (outcome.status !== 'completed') throw new Error(`${agent}: ${outcome.message}`)
  const findings = readTrust({ projectDir: project, env: world.env, spec: null }).findings
  const acted = readdirSync(marks).map((name) => planted[Number(name.slice(1))] ?? name)
  const asked = findings.map(({ id }) => relative(world.root, resolve(project, id)))
  const refusal = cannotIsolate(agent, project, world.env)
  return { acted: acted.toSorted(), asked, refusal }
}

/** As a user has them who has worked there with the CLIs before: their own trust is given. */
function acceptEverywhere({ root, home }: RealAgents): void {
  const folders = FOLDERS.map((folder) => join(root, folder))
  const accepted = folders.map((folder) => [folder, { hasTrustDialogAccepted: true }])
  write(join(home, '.claude.json'), JSON.stringify({ projects: Object.fromEntries(accepted) }))
  const rows = folders.map(
    (folder) => `[projects.${JSON.stringify(folder)}]\ntrust_level="trusted"\n`,
  )
  writeFileSync(join(home, 'codex/config.toml'), `\n${rows.join('')}`, { flag: 'a' })
  const trusted = JSON.stringify({ [join(root, 'outer')]: 'TRUST_FOLDER' })
  write(join(home, '.gemini/trustedFolders.json'), trusted)
}

/** Whether variables from an `.env` above the project reach a server of the user's own. */
export async function takesVariables(more: Record<string, string>): Promise<boolean> {
  await using world = await RealAgents.open('text')
  acceptEverywhere(world)
  const mark = join(world.root, 'variables-taken')
  const settings = join(world.home, '.gemini/settings.json')
  const own = JSON.parse(readFileSync(settings, 'utf8')) as object
  const args = ['-c', `[ -n "$EVIL" ] && touch '${mark}'`]
  write(settings, JSON.stringify({ ...own, mcpServers: { mine: { command: 'sh', args } } }))
  write(join(world.root, 'outer/.env'), 'EVIL=1\n')
  Object.assign(world.env, more)
  const dir = join(world.root, APP)
  mkdirSync(dir, { recursive: true })
  const outcome = await world.run('gemini', { projectDir: dir, cwd: dir, specDir: dir })
  if (outcome.status !== 'completed') throw new Error(outcome.message)
  return existsSync(mark)
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

const ABOVE: Readonly<Record<'claude' | 'codex', string>> = {
  claude: '.mcp.json',
  codex: '.codex/config.toml',
}
const STRANGER = 4711

/** A server above the project is started only after the user has seen and trusted it. */
export async function expectAskedAbove(agent: 'claude' | 'codex'): Promise<void> {
  await using world = await SpecRun.open({ agent }, {})
  const mark = join(world.root, 'server-ran')
  const file = join(world.root, ABOVE[agent])
  const { text } = PLANTS[agent].find(({ path }) => path('') === ABOVE[agent]) ?? {}
  write(file, text?.(`touch '${mark}'`, 'evil') ?? '')
  execFileSync('git', ['init', '-q', world.root])
  const isRoot = process.getuid?.() === 0
  if (isRoot) chownSync(file, STRANGER, STRANGER)
  const run = ['run', FEATURE, '--nogo', 'design']

  const refused = await world.sdd(run)
  expect(refused.code).toBe(2)
  expect(refused.stderr).toContain(file)
  expect(refused.stderr).toContain(mark)
  if (isRoot) expect(refused.stderr).toContain(`another user (uid ${STRANGER})`)
  expect((await world.sdd([...run, '--untrusted'])).code).toBe(0)
  expect(existsSync(mark)).toBe(false)

  expect((await world.sdd(['retry', FEATURE, '--from', 'requirements', '--trust'])).code).toBe(0)
  expect(existsSync(mark)).toBe(true)
}
