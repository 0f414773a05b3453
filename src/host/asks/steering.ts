import { join } from 'node:path'
import type { Rejection } from '../../contracts/rejections.ts'
import { err, type Result } from '../../contracts/result.ts'
import type { RpcInput } from '../../contracts/rpc.ts'
import {
  STEERING_NAMES,
  type SteeringDraft,
  type SteeringName,
  type SteeringView,
} from '../../contracts/views/steering.ts'
import type { Turn } from '../../contracts/views/asks.ts'
import { readSteeringAnswer } from '../../core/asks/steering-talk.ts'
import { realFolder, readOwnFile } from '../documents/own-folder.ts'
import { MAX_DOCUMENT_BYTES, versionOf } from '../documents/read-document.ts'
import { saveIn } from '../documents/save-document.ts'
import type { DurableFiles } from '../files/durable-files.ts'
import { makeFolder } from '../files/own-files.ts'
import type { ProjectFolders } from '../project/folders.ts'
import { PROJECT } from './launch-ask.ts'

const folderOf = ({ kiroDir }: ProjectFolders): string => join(kiroDir, 'steering')

/** The current documents next to what the last answer proposes. */
export function readSteeringView(folders: ProjectFolders, turns: readonly Turn[]): SteeringView {
  const last = turns.findLast(({ status }) => status === 'answered')
  const texts = readSteeringAnswer(last?.answer ?? '')
  const folder = realFolder(folders, folderOf(folders))
  const askedAt = Date.parse(last?.at ?? '')
  return {
    documents: STEERING_NAMES.map((name) => draftOf(folder, name, { texts, askedAt })),
    status: turns.at(-1)?.status ?? null,
  }
}

interface Proposal {
  texts: ReadonlyMap<SteeringName, string>
  askedAt: number
}

/** A proposal older than the file is void: it would undo what was written since. */
function draftOf(
  folder: string | null,
  name: SteeringName,
  { texts, askedAt }: Proposal,
): SteeringDraft {
  const text = texts.get(name) ?? null
  const file = folder === null ? null : readOwnFile(folder, name, MAX_DOCUMENT_BYTES)
  if (file === null) return { name, text: null, version: null, proposed: text }
  const now = file.bytes.toString('utf8')
  const isSame = text === null || normalized(now) === normalized(text)
  const isVoid = isSame || file.changedAt.getTime() > askedAt
  return { name, text: now, version: versionOf(file), proposed: isVoid ? null : text }
}

const normalized = (text: string): string =>
  text
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .trim()

/** Saves what the user accepted, unless the file has changed since it was shown. */
export async function saveSteering(
  folders: ProjectFolders,
  files: DurableFiles,
  { name, text, base }: RpcInput<'saveSteering'>,
): Promise<Result<{ version: string }, Rejection>> {
  makeFolder(folderOf(folders))
  const folder = realFolder(folders, folderOf(folders))
  if (folder === null) return err({ code: 'NO_DOCUMENT', item: PROJECT, document: name })
  return saveIn(folder, files, { item: PROJECT, document: name, text, base })
}
