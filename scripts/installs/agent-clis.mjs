// Installs the agent CLIs that tests drive, at fixed versions, into the user's cache: the product
// does not depend on them. `node scripts/installs/agent-clis.mjs NAME…`; without names, all.
import { chmodSync, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { withLock } from '../lock.mjs'
import { run } from '../run.mjs'

const STAMP = 'complete'

const PACKAGES = {
  claude: { npm: '@anthropic-ai/claude-code', version: '2.1.325' },
  codex: { npm: '@openai/codex', version: '0.166.0' },
  gemini: { npm: '@google/gemini-cli', version: '0.61.0' },
  opencode: { npm: 'opencode-ai', version: '1.18.33' },
  // The newest versions that run on Node 20.
  'claude-agent-acp': { npm: '@agentclientprotocol/claude-agent-acp', version: '0.49.0' },
  'codex-acp': { npm: '@agentclientprotocol/codex-acp', version: '2.6.0' },
}

export const CLI_NAMES = Object.keys(PACKAGES)

/** The executable of a CLI, whether or not it is installed. */
export function cliPath(name) {
  return join(folderOf(name), 'node_modules', '.bin', name)
}

function isInstalled(name) {
  return existsSync(join(folderOf(name), STAMP))
}

/** Null once it is installed, otherwise what went wrong. */
export async function installCli(name) {
  if (isInstalled(name)) return null
  try {
    return await withLock(join(cacheDir(), `${name}.lock`), () => install(name))
  } catch (error) {
    return error.message
  }
}

async function install(name) {
  if (isInstalled(name)) return null
  const folder = folderOf(name)
  // An interrupted install may have left an incomplete folder.
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  const { npm, version } = PACKAGES[name]
  const options = ['--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error']
  const args = ['install', '--prefix', folder, ...options, `${npm}@${version}`]
  const code = await run('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  if (code !== 0) return `npm install ${npm}@${version} ended with ${code}`
  if (!existsSync(cliPath(name))) return `${npm}@${version} has no executable ${name}`
  // Hard links made by an install script may lack the executable bit.
  if ((statSync(cliPath(name)).mode & 0o111) === 0) chmodSync(cliPath(name), 0o755)
  writeFileSync(join(folder, STAMP), '')
  return null
}

function folderOf(name) {
  return join(cacheDir(), `${name}-${PACKAGES[name].version}`)
}

function cacheDir() {
  const base = process.env.XDG_CACHE_HOME || join(homedir(), '.cache')
  return join(base, 'sdd-orchestrator', 'agent-clis')
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const wanted = process.argv.slice(2)
  for (const name of wanted.length > 0 ? wanted : CLI_NAMES) {
    const problem = await installCli(name)
    console.log(problem === null ? `${name}: ${cliPath(name)}` : `${name}: ${problem}`)
    if (problem !== null) process.exitCode = 1
  }
}
