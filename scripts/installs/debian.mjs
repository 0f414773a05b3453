// System programs that tests use: looked up on the PATH, installed on Debian if we are root.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { withLock } from '../lock.mjs'
import { root, run } from '../run.mjs'

export function onPath(name) {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, name)
    if (folder !== '' && existsSync(path)) return path
  }
  return null
}

export const canInstall = () => process.getuid?.() === 0 && onPath('apt-get') !== null

/** Locked: gates that run in parallel may install at the same time. */
export function installFromDebian(...packages) {
  return withLock(join(root, '.cache', 'debian.lock'), () => install(packages))
}

async function install(packages) {
  console.log(`setup: installing ${packages.join(', ')}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const quiet = ['-qq', '-o', 'Dpkg::Use-Pty=0']
  const update = await run('apt-get', ['update', ...quiet], { env })
  if (update !== 0) console.error('setup: apt-get update failed; trying with what is known')
  await run('apt-get', ['install', '--yes', '--no-install-recommends', ...quiet, ...packages], {
    env,
  })
}
