import { join } from 'node:path'
import type { PermissionAnswer } from '../../../contracts/launch/agent.ts'
import { makeFolder, replaceFile } from '../../files/own-files.ts'
import type { AgentFolder } from './agent-folder.ts'

/** The form of a bridge's question ids; anything else must not become a file name. */
const QUESTION_ID = /^[A-Za-z0-9_-]{1,100}$/

/** Written atomically: the bridge reads the file as soon as it exists. */
export const writeAnswer = (
  folder: AgentFolder,
  { questionId, answer }: { questionId: string; answer: PermissionAnswer },
): 'ok' | 'unknown' => {
  if (!QUESTION_ID.test(questionId)) return 'unknown'
  makeFolder(folder.answers, 0o700)
  const path = join(folder.answers, `${questionId}.json`)
  replaceFile(path, JSON.stringify({ answer, by: 'person' }))
  return 'ok'
}
