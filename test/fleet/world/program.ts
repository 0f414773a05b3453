import { join } from 'node:path'

/** The built `sdd`. */
export const PROGRAM = join(import.meta.dirname, '../../../dist/cli/main.js')
