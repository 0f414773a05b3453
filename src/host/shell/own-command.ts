import { realpathSync } from 'node:fs'
import { delimiter } from 'node:path'
import { resolveExecutable } from '../agents/process/executable.ts'
import { packageFile } from './package-files.ts'
import { quoted } from './quoted.ts'

/**
 * How a command line must begin to start this program: `sdd` where that is installed, otherwise
 * Node with the program's file, as in a clone.
 */
export function ownCommand(env: NodeJS.ProcessEnv): string {
  const path = pathOutsideNpm(env)
  const program = packageFile('dist', 'cli', 'main.js')
  if (leadsTo('sdd', path, program)) return 'sdd'
  const node = leadsTo('node', path, process.execPath) ? 'node' : quoted(process.execPath)
  return `${node} ${quoted(program)}`
}

/** npm adds folders to the PATH of what it starts; the user's shell does not have them. */
function pathOutsideNpm({ PATH = '', npm_execpath: npm }: NodeJS.ProcessEnv): string {
  if (npm === undefined) return PATH
  const folders = PATH.split(delimiter)
  return folders
    .filter((folder) => !/node_modules\/\.bin$|node-gyp-bin$/.test(folder))
    .join(delimiter)
}

function leadsTo(name: string, path: string, file: string): boolean {
  const command = { command: () => ({ executable: name, program: null }) }
  const found = resolveExecutable(command, { PATH: path })
  return found.ok && realPath(found.value.path) === realPath(file)
}

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
