import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { checkKiroFolder } from '../../host/project/folders.ts'
import type { Invocation } from '../command.ts'
import { UsageError } from '../problems.ts'
import {
  loadConfigAndWarn,
  locateProject,
  lookAround,
  namedProject,
  type Project,
} from '../project.ts'

/**
 * The project to serve: the folder that was named, else the project around the current folder. Null
 * if there is none: typing `sdd` somewhere must not turn that folder into a project.
 */
export function servedProject(invocation: Invocation): Project | null {
  const project = servedFolder(invocation)
  if (project) checkKiroFolder(project.folders)
  if (project) loadConfigAndWarn(project, invocation)
  return project
}

function servedFolder(invocation: Invocation): Project | null {
  const [dir] = invocation.positionals
  if (dir !== undefined && invocation.has('project'))
    throw new UsageError('The project is given twice', 'Use DIR or --project, not both')
  if (dir !== undefined) return namedProject(dir)
  if (invocation.has('project')) return locateProject(invocation)
  const { project, problem } = lookAround(invocation.env)
  if (problem !== null) return null
  const { projectDir } = project.folders
  const isProject = ['.kiro', '.git'].some((name) => existsSync(join(projectDir, name)))
  return isProject ? project : null
}
