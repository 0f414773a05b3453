// Finds the Chromium that the browser tests drive. As root on Debian it is installed when missing.
import { existsSync } from 'node:fs'
import { canInstall, installFromDebian, onPath } from './debian.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const HEADLESS = 'chromium-headless-shell'
const MAC = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
const HELP = `The browser tests need Chromium or Chrome, and none was found. Install one:
  Debian, Ubuntu   apt-get install chromium
  macOS            brew install --cask chromium
or name its executable in SDD_CHROMIUM.`

/** The browser's path, or null after printing what to install. */
export async function findChromium() {
  const found = installed()
  if (found !== null) return found
  if (canInstall()) await installFromDebian('chromium', 'fonts-noto-cjk')
  const path = installed()
  if (path === null) console.error(HELP)
  return path
}

/** The browser for page tests: Chromium's headless shell uses a fifth less CPU. */
export async function findHeadless(chromium) {
  if (process.env.SDD_CHROMIUM) return chromium
  if (onPath(HEADLESS) === null && canInstall()) await installFromDebian(HEADLESS)
  return onPath(HEADLESS) ?? chromium
}

/** Installs a virtual screen for the window test, which reports when there is none. */
export async function installScreen() {
  const isThere = () => onPath('Xvfb') !== null && onPath('xwininfo') !== null
  if (!isThere() && canInstall()) await installFromDebian('xvfb', 'x11-utils')
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
