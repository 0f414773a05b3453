import type { CalledBy } from '../../contracts/called-by.ts'
import type { Caller } from '../server/served.ts'
import { userName } from '../shell/user-name.ts'

/** The user who runs this process. */
export const ownTerminal = (): CalledBy => ({ kind: 'person', via: 'cli', user: userName() })

/** Derived from the connection, never from what the client sends. */
export function calledBy(caller: Caller): CalledBy {
  switch (caller.kind) {
    case 'process':
      return ownTerminal()
    case 'local':
      return { kind: 'person', via: 'page', user: userName() }
    case 'device': {
      const { id, name, isTerminal } = caller
      return { kind: 'person', via: isTerminal ? 'cli' : 'page', device: { id, name } }
    }
    default:
      return caller satisfies never
  }
}
