import { spawn } from 'node:child_process'
import type { Env } from '../agents/drivers/driver.ts'
import { endGroup } from '../agents/process/end-group.ts'
import { resolveExecutable } from '../agents/process/executable.ts'

const PATIENCE_MS = 30_000
const MAX_TEXT = 200

interface Given {
  /** Passed to the command on stdin. */
  text: string
  env: Env
  cwd: string
}

/** Runs the user's own command; no shell ever sees the text. */
export function runWith([executable = '', ...args]: string[], given: Given): Promise<void> {
  const { text, env, cwd } = given
  const found = resolveExecutable({ command: () => ({ executable, program: null }) }, env)
  if (!found.ok) return Promise.reject(new Error(`${executable} cannot be run (notify.command)`))
  return new Promise((resolve, reject) => {
    // In its own process group, so that the children of a script end with it.
    const child = spawn(found.value.path, args, {
      cwd,
      env,
      detached: true,
      stdio: ['pipe', 'ignore', 'pipe'],
    })
    let errorText = ''
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      endGroup(child.pid)
    }, PATIENCE_MS)
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      errorText = (errorText + chunk).slice(0, MAX_TEXT)
    })
    // The command need not read its input.
    child.stdin.on('error', () => undefined)
    child.stdin.end(`${text}\n`)
    child.once('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
    child.once('exit', (code, signal) => {
      clearTimeout(timer)
      child.stderr.destroy()
      if (code === 0) return resolve()
      const how = isLate
        ? `took longer than ${PATIENCE_MS / 1000} s`
        : `ended with ${signal ?? code}`
      reject(new Error([`${executable} ${how}`, errorText.trim()].filter(Boolean).join(': ')))
    })
  })
}
