import { spawn } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { resolveExecutable } from '../../host/agents/process/executable.ts'
import { accessFilePath } from '../../host/server/access-store.ts'

type Env = NodeJS.ProcessEnv

/** A browser that cannot start fails within this time. */
const FAILS_WITHIN_MS = 1500

const ON_PATH = [
  'google-chrome',
  'google-chrome-stable',
  'chromium',
  'chromium-browser',
  'microsoft-edge',
  'microsoft-edge-stable',
  'brave-browser',
  'brave',
]
const MAC_APPS = ['Google Chrome', 'Microsoft Edge', 'Brave Browser', 'Chromium']

/** Whether there is a screen on which a window can appear. */
export function hasScreen(env: Env, isTerminal: boolean): boolean {
  if (env['SDD_BROWSER']) return true
  if (!isTerminal || env['CI'] || env['SSH_CONNECTION'] || env['SSH_TTY']) return false
  if (process.platform === 'darwin') return true
  return Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY'])
}

/**
 * Shows the page in its own window, else in the usual browser. The address is in the process list
 * for as long as the browser runs: it must not hold a secret that lasts.
 */
export async function openWindow(url: string, env: Env): Promise<boolean> {
  for (const { path, args } of ways(url, env)) if (await starts(path, args, env)) return true
  return false
}

interface Way {
  path: string
  args: string[]
}

function ways(url: string, env: Env): Way[] {
  const named = env['SDD_BROWSER']
  if (named) {
    const path = found(named, env)
    if (path === null) return []
    const isChromium = /chrom|edge|brave|vivaldi|opera/i.test(basename(path))
    return [{ path, args: isChromium ? appArguments(url, env) : [url] }]
  }
  const usual = found(process.platform === 'darwin' ? 'open' : 'xdg-open', env)
  return [
    ...chromiums(env).map((path) => ({ path, args: appArguments(url, env) })),
    ...(usual === null ? [] : [{ path: usual, args: [url] }]),
  ]
}

const appArguments = (url: string, env: Env): string[] => [
  `--app=${url}`,
  `--user-data-dir=${join(dirname(accessFilePath(env)), 'browser-profile')}`,
  '--no-first-run',
  '--no-default-browser-check',
]

function chromiums(env: Env): string[] {
  if (process.platform !== 'darwin')
    return ON_PATH.flatMap((name) => found(name, env) ?? []).filter((path) => !isConfined(path))
  const folders = ['/Applications', join(env['HOME'] || homedir(), 'Applications')]
  return folders
    .flatMap((folder) => MAC_APPS.map((app) => join(folder, `${app}.app/Contents/MacOS/${app}`)))
    .filter((path) => existsSync(path))
}

/** A snap cannot use a profile in a hidden folder. */
const isConfined = (path: string): boolean => /\/snap(\/|$)/.test(realpathSync(path))

function found(name: string, env: Env): string | null {
  const result = resolveExecutable({ command: () => ({ executable: name, program: null }) }, env)
  return result.ok ? result.value.path : null
}

async function starts(path: string, args: string[], env: Env): Promise<boolean> {
  const child = spawn(path, args, { detached: true, stdio: 'ignore', env })
  const waiting = new AbortController()
  const ended = new Promise<boolean>((resolve) => {
    child.once('error', () => resolve(false))
    child.once('exit', (code) => resolve(code === 0))
  })
  const stays = delay(FAILS_WITHIN_MS, true, { signal: waiting.signal }).catch(() => true)
  const isFine = await Promise.race([ended, stays])
  waiting.abort()
  child.unref()
  return isFine
}
