import { homedir } from 'node:os'
import { join } from 'node:path'
import { objectOrNull, parseObject } from '../../core/agent-events/json-fields.ts'
import { descriptorOf } from '../../core/agents/agent-table.ts'
import type { HomeFile } from '../../core/agents/descriptor.ts'
import type { Env } from '../agents/drivers/driver.ts'
import { readActingFiles } from './acting-files.ts'
import { foldersAround } from './folders-around.ts'
import { isOpenFolder } from './strangers.ts'
import { readDecided } from './trust-file.ts'

interface Place {
  projectDir: string
  /** Where the agent works. */
  dir: string
  env: Env
}

/**
 * The files that an agent may take MCP servers from: those that the user trusted as they are now,
 * and the user's own. Null if it may look for them itself: then others can put no file into a
 * folder above after it was looked at, and before the agent does.
 */
export function serverFilesFor(agent: string, { projectDir, dir, env }: Place): string[] | null {
  const servers = descriptorOf(agent)?.servers ?? null
  if (servers === null) return null
  const { repository, beyond } = foldersAround(dir)
  const above = [...repository, ...beyond]
  if (!above.some(isOpenFolder)) return null
  const decided = new Set(Object.values(readDecided(projectDir, env)?.findings ?? {}))
  const trusted = [dir, ...above].flatMap((folder) =>
    readActingFiles(folder, [servers.project])
      .filter(({ digest, text }) => decided.has(digest) && hasServers(text))
      .map(({ path }) => join(folder, path)),
  )
  const personal = personalFile(servers.personal, env)
  return personal === null ? trusted : [...trusted, personal]
}

function personalFile({ folder, variable, file }: HomeFile, env: Env): string | null {
  const home = join(env['HOME'] || homedir(), folder)
  const base = (variable === undefined ? undefined : env[variable]) || home
  const [found] = readActingFiles(base, [file])
  return found !== undefined && hasServers(found.text) ? join(base, file) : null
}

/** The program refuses to start with a file that has none. */
function hasServers(text: string | null): boolean {
  const servers = objectOrNull(parseObject(text ?? '')?.['mcpServers'])
  return servers !== null && Object.keys(servers).length > 0
}
