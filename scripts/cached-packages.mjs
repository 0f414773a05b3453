// Programs that only tests and demos need, at fixed versions, in the person's cache: they are no
// dependencies of the product.
import { chmodSync, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { withLock } from './lock.mjs'
import { run } from './run.mjs'

const STAMP = 'complete'

/** The folder in which a package is, or will be: `room` keeps unlike ones apart. */
export function packageFolder(room, name, version) {
  const base = process.env.XDG_CACHE_HOME || join(homedir(), '.cache')
  return join(base, 'sdd-orchestrator', room, `${name}-${version}`)
}

export function isPackageThere(folder) {
  return existsSync(join(folder, STAMP))
}

/** Null when it is there now, with that program in it; otherwise what went wrong. */
export async function installPackage({ folder, npm, version, program }) {
  if (isPackageThere(folder)) return null
  try {
    mkdirSync(dirname(folder), { recursive: true })
    return await withLock(`${folder}.lock`, () => install({ folder, npm, version, program }))
  } catch (error) {
    return error.message
  }
}

async function install({ folder, npm, version, program }) {
  if (isPackageThere(folder)) return null
  // What an interrupted install left behind is not to be trusted.
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  const options = ['--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error']
  const args = ['install', '--prefix', folder, ...options, `${npm}@${version}`]
  const code = await run('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  if (code !== 0) return `npm install ${npm}@${version} ended with ${code}`
  if (!existsSync(program)) return `${npm}@${version} has no ${program}`
  // Hard links made by an install script may come without it.
  if ((statSync(program).mode & 0o111) === 0) chmodSync(program, 0o755)
  writeFileSync(join(folder, STAMP), '')
  return null
}
