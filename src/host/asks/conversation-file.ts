import { join } from 'node:path'
import { z } from 'zod'
import { usageSchema } from '../../contracts/launch/agent.ts'
import { agentIdSchema } from '../../contracts/ids.ts'
import { PROJECT_TALKS, type AskAbout, type Turn } from '../../contracts/views/asks.ts'
import { isMissing } from '../files/errno.ts'
import { isNotPlain, makeFolder, namesIn, readPlainText, replaceFile } from '../files/own-files.ts'
import { safeItemName } from '../items/safe-name.ts'
import { listItems, type ProjectFolders } from '../project/folders.ts'

/** More than anyone reads back. */
const MOST_TURNS = 200

const turnSchema = z.object({
  id: agentIdSchema,
  conversation: z.number().int().nonnegative(),
  at: z.string(),
  question: z.string(),
  answer: z.string(),
  status: z.enum(['queued', 'running', 'answered', 'failed', 'stopped']),
  agent: z.string(),
  usage: usageSchema.nullable(),
  changed: z.array(z.string()).nullable(),
})
const fileSchema = z.object({ turns: z.array(turnSchema), code: z.string() })

const nameOf = (about: AskAbout): string =>
  typeof about === 'string' ? about : safeItemName(about)

/** What has been talked about in this checkout. */
export function listConversations(folders: ProjectFolders): AskAbout[] {
  const files = new Set(filesIn(join(folders.runtimeDir, 'asks')))
  if (files.size === 0) return []
  const all = [...PROJECT_TALKS, ...listItems(folders)]
  return all.filter((about) => files.has(`${nameOf(about)}.json`))
}

function filesIn(path: string): string[] {
  try {
    return namesIn(path)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/**
 * Only what this computer wrote for this checkout: a repository cannot bring a conversation.
 */
export function readTurns({ runtimeDir, seal }: ProjectFolders, about: AskAbout): Turn[] {
  const name = nameOf(about)
  try {
    const file = fileSchema.parse(JSON.parse(readPlainText(fileOf(runtimeDir, name)) ?? 'null'))
    return seal.isGenuine(file.code, 'asks', name, JSON.stringify(file.turns)) ? file.turns : []
  } catch (error) {
    if (isNotPlain(error) || error instanceof SyntaxError || error instanceof z.ZodError) return []
    throw error
  }
}

export function writeTurns(
  { runtimeDir, seal }: ProjectFolders,
  about: AskAbout,
  all: readonly Turn[],
): void {
  const name = nameOf(about)
  const turns = fileSchema.shape.turns.parse(all.slice(-MOST_TURNS))
  makeFolder(join(runtimeDir, 'asks'), 0o700)
  const code = seal.sign('asks', name, JSON.stringify(turns))
  replaceFile(fileOf(runtimeDir, name), JSON.stringify({ turns, code }))
}

const fileOf = (runtimeDir: string, name: string): string =>
  join(runtimeDir, 'asks', `${name}.json`)
