import { spawn } from 'node:child_process'
import { endGroup } from './end-group.ts'

const PATIENCE_MS = 5000
const MAX_TEXT = 200

/** The first line a program prints for `--version`; kills it if it does not exit in time. */
export function versionOf(
  path: string,
  env: NodeJS.ProcessEnv,
): Promise<{ ok: boolean; text: string }> {
  return new Promise((resolve) => {
    // Its own process group: the children of a script must be killed with it.
    const stdio = ['ignore', 'pipe', 'ignore'] as const
    const child = spawn(path, ['--version'], { env, detached: true, stdio: [...stdio] })
    let text = ''
    const settle = (problem: string): void => {
      clearTimeout(timer)
      child.stdout?.destroy()
      const isOk = child.exitCode === 0
      const [line = ''] = text.split('\n')
      resolve({ ok: isOk, text: isOk ? line.trim() || 'prints no version' : problem })
    }
    const timer = setTimeout(() => {
      endGroup(child.pid)
      settle(`does not answer --version within ${PATIENCE_MS / 1000} s`)
    }, PATIENCE_MS)
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      text = (text + chunk).slice(0, MAX_TEXT)
    })
    child.once('error', (error) => settle(error.message))
    child.once('close', (code, signal) =>
      settle(`--version ended with ${signal ?? `exit code ${code}`}`),
    )
  })
}
