import { homedir } from 'node:os'
import { join } from 'node:path'

/** What this program remembers for the user, outside of every repository. */
export const stateFolder = (env: NodeJS.ProcessEnv): string =>
  join(
    env['XDG_STATE_HOME'] || join(env['HOME'] || homedir(), '.local', 'state'),
    'sdd-orchestrator',
  )
