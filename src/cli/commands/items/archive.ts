import type { ArchivedItem } from '../../../contracts/views/documents.ts'
import { listArchive } from '../../../host/items/archive.ts'
import { toolArchiveOf } from '../../../host/items/tool-archive.ts'
import { aligned } from '../../command-help.ts'
import type { CommandDetails, Invocation } from '../../command.ts'
import { EXIT } from '../../exit-codes.ts'
import { Refused, UsageError } from '../../problems.ts'
import {
  existingItem,
  locateProject,
  openProjectContext,
  type Project,
  type ProjectContext,
} from '../../project.ts'
import { throughHost } from '../../serve/host-access.ts'
import { commandLine } from '../../words/commands/command-line.ts'

export const command: CommandDetails = {
  help: `
Moves a spec to .kiro/archive, with everything in its folder; an OpenSpec change goes to
changes/archive, as with its own tool. --list shows what was archived or deleted, newest first;
--restore moves it to where it was. Code that was written stays as it is. Stop it first if it is running.`,
  options: {
    list: { value: null, help: 'show what was archived or deleted' },
    restore: { value: 'ARCHIVED', help: 'restore this one: its ID in the list, or its name' },
  },
  async run(invocation) {
    const [name] = invocation.positionals
    const given = [name, invocation.text('restore'), invocation.has('list') || undefined]
    const asked = given.filter((one) => one !== undefined).length
    if (asked !== 1)
      throw new UsageError(
        asked === 0 ? 'Name what to archive' : 'Use only one of a name, --list and --restore',
        `See: ${commandLine('archive', '--help')}`,
      )
    if (name !== undefined) return archiveItem(invocation, name)
    const id = invocation.text('restore')
    return id === undefined ? list(invocation) : restore(invocation, id)
  },
}

async function archiveItem(invocation: Invocation, name: string): Promise<number> {
  const { output } = invocation
  const context = openProjectContext(invocation)
  const item = existingItem(context, name)
  const reply = await throughHost(context, (api) => api.call('archive', { item }))
  if (!reply.ok) throw new Refused(reply.error)
  output.data({ type: 'result', status: 'completed', kind: item.kind, name: item.name })
  const there = toolArchiveOf(item)
  output.say(
    there === null
      ? `${item.name} is archived. Restore it: ${restoreCommand(context, item.name)}`
      : `${item.name} is archived in ${there}, as with its own tool`,
  )
  return EXIT.completed
}

/** From the files alone, except in a fleet. */
async function list(invocation: Invocation): Promise<number> {
  const { output, remote } = invocation
  const archived = remote
    ? await archivedOf(openProjectContext(invocation))
    : archivedIn(locateProject(invocation))
  for (const { id, item, how, at } of archived)
    output.data({ type: 'archived', id, kind: item.kind, name: item.name, how, at })
  if (output.isJson) return EXIT.completed
  if (archived.length === 0) output.say('Nothing has been archived or deleted')
  else
    for (const line of aligned([['KIND', 'NAME', '', 'AT', 'ID'], ...archived.map(rowOf)], ''))
      output.say(line)
  return EXIT.completed
}

const rowOf = ({ id, item, how, at }: ArchivedItem): string[] => [
  item.kind,
  item.name,
  how,
  at.slice(0, 16).replace('T', ' '),
  id,
]

/** `sdd archive --list` shows both kinds, `sdd bug archive --list` bugs. */
const archivedIn = (project: Project): ArchivedItem[] =>
  ofKind(project, listArchive(project.folders))

const ofKind = ({ kind }: Project, all: readonly ArchivedItem[]): ArchivedItem[] =>
  all.filter(({ item }) => kind === 'spec' || item.kind === kind)

async function archivedOf(context: ProjectContext): Promise<ArchivedItem[]> {
  if (!context.remote) return archivedIn(context)
  const reply = await throughHost(context, (api) => api.call('archived', {}))
  if (!reply.ok) throw new Refused(reply.error)
  return ofKind(context, reply.value)
}

async function restore(invocation: Invocation, given: string): Promise<number> {
  const { output } = invocation
  const context = openProjectContext(invocation)
  const archived = await archivedOf(context)
  const newest = archived.find(({ item }) => item.name === given && item.kind === context.kind)
  const id = (archived.find((one) => one.id === given) ?? newest)?.id ?? given
  const reply = await throughHost(context, (api) => api.call('restore', { id }))
  if (!reply.ok) throw new Refused(reply.error)
  const { kind, name } = reply.value.item
  output.data({ type: 'result', status: 'completed', kind, name })
  output.say(`${name} is restored`)
  return EXIT.completed
}

export const restoreCommand = ({ typed }: Project, name: string): string =>
  typed('archive', '--restore', name)
