import { accessSync, constants, type Stats, statSync } from 'node:fs'
import { delimiter, isAbsolute, join, resolve } from 'node:path'
import { err, ok, type Result } from '../../../contracts/result.ts'
import type { Driver, Env } from '../drivers/driver.ts'

export type ExecutableError = {
  code: 'missing' | 'not-executable' | 'is-directory'
  path: string
}

export type ResolvedCommand = { path: string; leadingArgs: string[] }

/** Only checks the file: running `--version` could cost seconds on every launch. */
export const resolveExecutable = (
  driver: Pick<Driver, 'command'>,
  env: Env,
): Result<ResolvedCommand, ExecutableError> => {
  const { executable, program } = driver.command(env)
  const found = executable.includes('/')
    ? checkFile(resolve(executable))
    : lookUp(executable, env['PATH'] ?? '')
  if (!found.ok) return found
  if (program === null) return ok({ path: found.value, leadingArgs: [] })
  const isThere = statSync(program, { throwIfNoEntry: false })?.isFile() === true
  if (!isThere) return err({ code: 'missing', path: program })
  return ok({ path: found.value, leadingArgs: [program] })
}

/** Skips relative PATH entries: they could run a file of the project as `claude`. */
const lookUp = (name: string, path: string): Result<string, ExecutableError> => {
  let problem: ExecutableError = { code: 'missing', path: name }
  for (const folder of path.split(delimiter)) {
    if (!isAbsolute(folder)) continue
    const found = checkFile(join(folder, name))
    if (found.ok) return found
    if (problem.code === 'missing' && found.error.code !== 'missing') problem = found.error
  }
  return err(problem)
}

const checkFile = (path: string): Result<string, ExecutableError> => {
  const stat = statOrNull(path)
  if (stat === null) return err({ code: 'missing', path })
  if (stat.isDirectory()) return err({ code: 'is-directory', path })
  return mayRun(path) ? ok(path) : err({ code: 'not-executable', path })
}

const statOrNull = (path: string): Stats | null => {
  try {
    return statSync(path)
  } catch {
    return null
  }
}

const mayRun = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
