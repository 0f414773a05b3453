import { join } from 'node:path'

/** `sdd`, as it was built. */
export const PROGRAM = join(import.meta.dirname, '../../../dist/cli/main.js')
