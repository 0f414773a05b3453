import { join } from 'node:path'
import type { Rejection } from '../../contracts/rejections.ts'
import { isItemName, type ItemKind } from '../../contracts/work-item.ts'
import type { Command, Invocation } from '../command.ts'
import { exitCodeOf } from '../exit-codes.ts'
import { CommandError, Refused, UsageError } from '../problems.ts'
import { ofKind, projectIn } from '../project.ts'
import { wordsForRejection } from '../words/wording.ts'
import { RemoteProject } from './remote-project.ts'

/** Commands that are about items, and not about the files or programs of this computer. */
const VERBS: Readonly<Record<string, true>> = {
  agents: true,
  answer: true,
  approve: true,
  archive: true,
  budget: true,
  choose: true,
  delete: true,
  deploy: true,
  list: true,
  log: true,
  new: true,
  permit: true,
  phase: true,
  reject: true,
  report: true,
  reset: true,
  resume: true,
  retry: true,
  run: true,
  status: true,
  stop: true,
  tell: true,
}

/** Runs the command for an item of a fleet. */
export async function inFleet(
  command: Command,
  invocation: Invocation,
  url: string,
): Promise<number> {
  if (!/^https?:\/\//.test(url))
    throw new UsageError(`${url} is not the address of a fleet`, 'It begins with https://')
  const verb = command.name.replace(/^bug /, '')
  if (!Object.hasOwn(VERBS, verb))
    throw new UsageError(
      `${command.name} works on this computer only`,
      'Leave out --url, and unset SDD_URL',
    )
  const { env, positionals, kind } = invocation
  const remote = await RemoteProject.open({ url, project: invocation.text('project'), env })
  try {
    const [name = ''] = positionals
    if (verb !== 'new' && isItemName(name)) await remote.copy({ kind, name })
    return await command.run({ ...invocation, remote })
  } catch (error) {
    throw error instanceof Refused ? inWords(error.rejection, remote, kind) : error
  } finally {
    remote.close()
  }
}

/** Worded here, because no one else knows that it is not about the folder the user is in. */
function inWords(rejection: Rejection, remote: RemoteProject, kind: ItemKind): CommandError {
  const { message, remedy } = wordsForRejection(rejection, ofKind(projectIn(remote), kind))
  const inRepository = (text: string): string =>
    text.replaceAll(join(remote.folders.projectDir, '/'), '')
  return new CommandError(inRepository(message), {
    hint: inRepository(remedy),
    code: rejection.code,
    exitCode: exitCodeOf(rejection),
  })
}
