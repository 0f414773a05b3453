import { hash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { projectIdSchema, type ProjectId } from '../../contracts/ids.ts'

/** The same for every path to the folder, and after every restart. */
export const projectIdOf = (projectDir: string): ProjectId =>
  projectIdSchema.parse(`p_${hash('sha256', realpathSync.native(projectDir)).slice(0, 12)}`)
