import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url))
const root = mkdtempSync(join(tmpdir(), 'sdd-package-'))
const home = join(root, 'home')
const installed = join(root, 'installed')
let tarball = ''

/** Only the programs of this machine: another home, an empty cache, no registry. */
const env = (): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  HOME: home,
  npm_config_cache: join(root, 'cache'),
  npm_config_userconfig: join(home, 'npmrc'),
  npm_config_audit: 'false',
  npm_config_fund: 'false',
  npm_config_update_notifier: 'false',
})

const npm = (args: string[], cwd: string): string =>
  execFileSync('npm', args, { cwd, env: env(), encoding: 'utf8', stdio: 'pipe' })

beforeAll(() => {
  for (const folder of [home, installed]) mkdirSync(folder)
  const packed = npm(['pack', '--ignore-scripts', '--json', '--pack-destination', root], REPOSITORY)
  const [{ filename }] = JSON.parse(packed) as [{ filename: string }]
  tarball = join(root, filename)
  npm(['install', '--offline', tarball], installed)
}, 600_000)
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** Runs `sdd` as a user would where the package is installed; npx has no network. */
function npx(...args: string[]): { code: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync('npx', ['--offline', 'sdd', ...args], {
    cwd: installed,
    env: env(),
    encoding: 'utf8',
  })
  return { code: status, stdout, stderr }
}

/** Like npx, but without npm, which takes a second for each start. */
const sdd = (...args: string[]): number | null =>
  spawnSync(join(installed, 'node_modules', '.bin', 'sdd'), args, { cwd: installed, env: env() })
    .status

const PACKAGE = JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8')) as {
  version: string
}

/** npm starts Node several times for each command. */
const PATIENCE = { timeout: 600_000 }

describe('the package, installed into an empty folder without a network', PATIENCE, () => {
  it('has what it needs, its documents, and nothing of ours', () => {
    const folder = join(installed, 'node_modules', 'sdd-orchestrator')
    expect(readdirSync(folder).toSorted()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'SECURITY.md',
      'dist',
      'docs',
      'package.json',
      'prompts',
    ])
    const readme = readFileSync(join(folder, 'README.md'), 'utf8')
    const links = [...readme.matchAll(/\]\((?!https?:|#)([^)#]+\.(?:md|svg))/g)].map(([, to]) => to)
    expect(links.length).toBeGreaterThan(5)
    const missing = links.filter((to) => !existsSync(join(folder, to ?? '')))
    expect(missing.filter((to) => !/^(AGENTS|CONTRIBUTING)\.md$/.test(to ?? ''))).toEqual([])
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    expect(names.filter((name) => /\.test\.|testkit|\.tsbuildinfo|\.map$/.test(name))).toEqual([])
  })

  it('runs from there: version, init, new, run, status', () => {
    expect(npx('--version')).toEqual({ code: 0, stdout: `${PACKAGE.version}\n`, stderr: '' })
    const project = join(root, 'project')
    mkdirSync(project)
    const here = ['--project', project]
    expect(sdd('config', 'set', 'simulated.fast', 'true')).toBe(0)
    expect(sdd('init', ...here)).toBe(0)
    const made = npx('new', 'login', '--description', 'Log in with a passkey.', ...here)
    expect([made.code, made.stderr]).toEqual([0, ''])
    const ran = npx('run', 'login', '--agent', 'simulated', '--json', ...here)
    const lines = ran.stdout.trim().split('\n')
    expect([ran.code, JSON.parse(lines.at(-1) ?? '')]).toMatchObject([
      0,
      { type: 'result', status: 'completed', reason: 'nogo', phase: 'deploy' },
    ])
    const status = npx('status', 'login', ...here)
    expect([status.code, status.stdout]).toEqual([
      0,
      expect.stringContaining('inspection-complete'),
    ])
    for (const document of ['requirements.md', 'design.md', 'tasks.md', 'inspection-1.md'])
      expect(existsSync(join(project, '.kiro', 'specs', 'login', document))).toBe(true)
  })

  it('runs by npx from the tarball alone, in an empty folder', () => {
    const empty = join(root, 'empty')
    mkdirSync(empty)
    const args = ['--offline', '--yes', '--package', tarball, 'sdd', '--version']
    const { status, stdout } = spawnSync('npx', args, { cwd: empty, env: env(), encoding: 'utf8' })
    expect([status, stdout]).toEqual([0, `${PACKAGE.version}\n`])
    expect(readdirSync(empty)).toEqual([])
  })

  it('is removed without a trace in the folder', () => {
    npm(['uninstall', '--offline', 'sdd-orchestrator'], installed)
    expect(existsSync(join(installed, 'node_modules', 'sdd-orchestrator'))).toBe(false)
    expect(existsSync(join(installed, 'node_modules', '.bin', 'sdd'))).toBe(false)
  })
})
