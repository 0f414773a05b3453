import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findProject, isFolder } from '../../host/project/folders.ts'
import type { Invocation } from '../command.ts'
import { UsageError } from '../problems.ts'
import { loadConfigAloud, locateProject, projectAt, type Project } from '../project.ts'

/**
 * The project to serve: a folder that was named, else the one around here. A folder that is none
 * is left alone: `sdd` typed somewhere must not make it one.
 */
export function servedProject(invocation: Invocation): Project | null {
  const project = namedProject(invocation)
  if (project) loadConfigAloud(project, invocation)
  return project
}

function namedProject(invocation: Invocation): Project | null {
  const [dir] = invocation.positionals
  if (dir !== undefined && invocation.has('project'))
    throw new UsageError('The project is named twice', 'Give DIR or --project, not both')
  if (dir === undefined && invocation.has('project')) return locateProject(invocation)
  if (dir === undefined) {
    const around = findProject(process.cwd())
    const isProject = ['.kiro', '.git'].some((name) => existsSync(join(around, name)))
    return isProject ? projectAt(around, false) : null
  }
  const folder = resolve(dir)
  if (!isFolder(folder))
    throw new UsageError(`There is no folder ${folder}`, 'Name an existing one')
  return projectAt(findProject(folder), true)
}
