// The agent CLIs that the tests drive, at fixed versions, in the person's cache: they are no
// dependencies of the product. `node scripts/agent-clis.mjs NAME…` installs these, without a name all.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { installPackage, isPackageThere, packageFolder } from './cached-packages.mjs'

const PACKAGES = {
  claude: { npm: '@anthropic-ai/claude-code', version: '2.1.325' },
  codex: { npm: '@openai/codex', version: '0.166.0' },
  gemini: { npm: '@google/gemini-cli', version: '0.61.0' },
  opencode: { npm: 'opencode-ai', version: '1.18.33' },
  // The newest that run on Node 20.
  'claude-agent-acp': { npm: '@agentclientprotocol/claude-agent-acp', version: '0.49.0' },
  'codex-acp': { npm: '@agentclientprotocol/codex-acp', version: '2.6.0' },
}

export const CLI_NAMES = Object.keys(PACKAGES)

/** The executable of a CLI, whether or not it is installed. */
export function cliPath(name) {
  return join(folderOf(name), 'node_modules', '.bin', name)
}

export function isInstalled(name) {
  return isPackageThere(folderOf(name))
}

/** Null when it is there now, otherwise what went wrong. */
export function installCli(name) {
  const { npm, version } = PACKAGES[name]
  return installPackage({ folder: folderOf(name), npm, version, program: cliPath(name) })
}

function folderOf(name) {
  return packageFolder('agent-clis', name, PACKAGES[name].version)
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const wanted = process.argv.slice(2)
  for (const name of wanted.length > 0 ? wanted : CLI_NAMES) {
    const problem = await installCli(name)
    console.log(problem === null ? `${name}: ${cliPath(name)}` : `${name}: ${problem}`)
    if (problem !== null) process.exitCode = 1
  }
}
