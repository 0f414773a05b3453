import { EXIT } from '../exit-codes.ts'
import { CommandError } from '../problems.ts'

const OLDEST = [22, 12] as const

/** Throws a readable error if Node is too old or the PostgreSQL libraries are missing. */
export async function fleetModule<M>(load: () => Promise<M>): Promise<M> {
  checkNode()
  try {
    return await load()
  } catch (error) {
    throw isMissingModule(error) ? MISSING : error
  }
}

function isNodeFit(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])
}

export function checkNode(): void {
  if (isNodeFit()) return
  throw new CommandError(`Node ${process.versions.node} is too old for a fleet`, {
    hint: `A fleet needs Node ${OLDEST.join('.')} or newer; everything else runs on this one`,
    code: 'NODE_TOO_OLD',
    exitCode: EXIT.usage,
  })
}

/** `import` and, once bundled, `require` report it with different codes. */
const isMissingModule = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).endsWith('MODULE_NOT_FOUND')

const MISSING = new CommandError('The libraries for PostgreSQL are not installed', {
  hint: 'Install them beside this program: npm install pg pg-boss@12.34.0',
  code: 'LIBRARY_MISSING',
  exitCode: EXIT.usage,
})
