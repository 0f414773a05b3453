import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { PLAIN_SETTINGS } from '../../core/settings/setting-table.ts'
import { SPEC_FILE } from '../../host/files/spec-json-file.ts'
import { itemDirOf } from '../../host/project/folders.ts'
import { throughHost } from '../serve/host-access.ts'
import type { CommandDetails, Invocation } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { Refused, UsageError } from '../problems.ts'
import { noteRepository } from '../run/repository-note.ts'
import { specCalled, openProjectContext } from '../project.ts'

/** It becomes part of every prompt; more than this is a document, not an idea. */
const MAX_DESCRIPTION_BYTES = 256 * 1024

export const command: CommandDetails = {
  help: `
Creates .kiro/specs/FEATURE with its spec.json. FEATURE consists of lowercase letters, digits and
dashes. The description says in a few sentences what you want to build; "-" reads it from stdin.`,
  options: {
    description: { value: 'TEXT|-', help: 'what you want to build; "-" reads stdin' },
    language: { value: 'en', help: 'the language of the documents' },
    worktree: { value: null, help: 'write its code in a git worktree of its own' },
    'no-worktree': { value: null, help: 'write its code in your checkout' },
  },
  async run(invocation) {
    const { output } = invocation
    const item = specCalled(invocation.positionals[0] ?? '')
    const language = languageNamed(invocation.text('language'))
    const worktree = worktreeChosen(invocation)
    const context = openProjectContext(invocation)
    if (existsSync(itemDirOf(context.folders, item)))
      throw new Refused({ code: 'ALREADY_EXISTS', item })
    const description = await descriptionOf(invocation.text('description'))
    const reply = await throughHost(context, (api) =>
      api.call('create', { item, description, language, ...worktree }),
    )
    if (!reply.ok) throw new Refused(reply.error)
    output.data({ type: 'result', status: 'completed', feature: item.name })
    const specDir = itemDirOf(context.folders, item)
    output.say(`Created ${specDir}`)
    if (description === '')
      output.say(`It has no description yet. Add one to ${join(specDir, SPEC_FILE)}`)
    await noteRepository({ context, output, mayBeDirty: true })
    output.say(`Run it: ${context.typed('run', item.name)}`)
    return EXIT.completed
  },
}

/** Neither: as the settings say. */
function worktreeChosen(invocation: Invocation): { worktree?: boolean } {
  const [on, off] = [invocation.has('worktree'), invocation.has('no-worktree')]
  if (on && off)
    throw new UsageError('--worktree and --no-worktree exclude each other', 'Use one of them')
  return on || off ? { worktree: on } : {}
}

async function descriptionOf(given: string | undefined): Promise<string> {
  const description = (given === '-' ? await text(process.stdin) : (given ?? '')).trim()
  if (given !== undefined && description === '')
    throw new UsageError(
      'The description is empty',
      'Say in a few sentences what you want to build',
    )
  if (Buffer.byteLength(description) > MAX_DESCRIPTION_BYTES)
    throw new UsageError(
      `The description is longer than ${MAX_DESCRIPTION_BYTES / 1024} KB`,
      'Put the details in a file of the project and mention that file in the description',
    )
  return description
}

function languageNamed(name: string | undefined): string | null {
  if (name === undefined) return null
  if (PLAIN_SETTINGS.language.value.pattern.test(name)) return name
  throw new UsageError(`${name || 'An empty name'} is not a language`, 'For example: en, ja, pt-BR')
}
