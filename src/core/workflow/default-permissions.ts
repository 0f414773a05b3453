import type { Permissions } from '../../contracts/spec-json.ts'
import type { Workflow } from './definition.ts'

/** What may run by default. */
export const defaultPermissions = ({ phases }: Workflow): Permissions =>
  Object.fromEntries(
    phases.map(({ phase, isGoByDefault }) => [phase, isGoByDefault]),
  ) as Permissions
