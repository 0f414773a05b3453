// Finds the Chromium that the browser tests drive. As root on Debian it is installed when missing.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from './run.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const MAC = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
const HELP = `The browser tests need Chromium or Chrome, and none was found. Install one:
  Debian, Ubuntu   apt-get install chromium
  macOS            brew install --cask chromium
or name its executable in SDD_CHROMIUM.`

/** The path of the browser, or null after having said what to install. */
export async function findChromium() {
  const found = installed()
  if (found !== null) return found
  if (process.getuid?.() === 0 && onPath('apt-get') !== null) await installFromDebian()
  const path = installed()
  if (path === null) console.error(HELP)
  return path
}

function installed() {
  const named = process.env.SDD_CHROMIUM
  if (named) return existsSync(named) ? named : null
  for (const name of NAMES) {
    const path = onPath(name)
    if (path !== null) return path
  }
  return MAC.find((path) => existsSync(path)) ?? null
}

function onPath(name) {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, name)
    if (folder !== '' && existsSync(path)) return path
  }
  return null
}

async function installFromDebian() {
  console.log('setup: installing Chromium')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const quiet = ['-qq', '-o', 'Dpkg::Use-Pty=0']
  const update = await run('apt-get', ['update', ...quiet], { env })
  if (update !== 0) console.error('setup: apt-get update failed; trying with what is known')
  await run(
    'apt-get',
    ['install', '--yes', '--no-install-recommends', ...quiet, 'chromium', 'fonts-noto-cjk'],
    { env },
  )
}
