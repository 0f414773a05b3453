import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { APPROVERS, type Choices } from '../../contracts/spec-json.ts'
import { PLAIN_SETTINGS } from '../../core/settings/setting-table.ts'
import { RECORD_FILES } from '../../host/files/spec-json-file.ts'
import { itemDirOf } from '../../host/project/folders.ts'
import { throughHost } from '../serve/host-access.ts'
import type { CommandDetails, Invocation } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { Refused, UsageError } from '../problems.ts'
import { oneOf } from '../words/commands/closest.ts'
import { nameKey } from '../words/name-key.ts'
import { noteRepository } from '../run/repository-note.ts'
import { newItemCalled, openProjectContext } from '../project.ts'

/** It becomes part of every prompt; more than this is a document, not an idea. */
const MAX_DESCRIPTION_BYTES = 256 * 1024

export const command: CommandDetails = {
  help: `
Creates .kiro/specs/FEATURE with its spec.json. FEATURE consists of lowercase letters, digits and
dashes. The description says in a few sentences what you want to build; "-" reads it from stdin.
--quick makes a spec for a small change: it has no requirements, no design and no review.`,
  options: {
    description: { value: 'TEXT|-', help: 'what you want to build; "-" reads stdin' },
    language: { value: 'en', help: 'the language of the documents' },
    worktree: { value: null, help: 'write its code in its own git worktree' },
    'no-worktree': { value: null, help: 'write its code in your checkout' },
    approvals: {
      value: 'person|auto',
      help: 'who approves its documents; person pauses after each',
    },
    ask: { value: null, help: 'let the agent ask up to 3 questions before the requirements' },
    quick: { value: null, help: 'a small change: tasks, impl, inspection and deploy only' },
  },
  async run(invocation) {
    const { output } = invocation
    const item = newItemCalled(invocation, invocation.positionals[0] ?? '')
    const quick = quickIn(invocation)
    const language = languageNamed(invocation.text('language'))
    const worktree = worktreeChosen(invocation)
    const choices = choicesIn(invocation)
    const context = openProjectContext(invocation)
    if (existsSync(itemDirOf(context.folders, item)))
      throw new Refused({ code: 'ALREADY_EXISTS', item })
    const description = await descriptionOf(invocation.text('description'))
    const reply = await throughHost(context, (api) =>
      api.call('create', { item, description, language, quick, ...worktree, ...choices }),
    )
    if (!reply.ok) throw new Refused(reply.error)
    output.data({ type: 'result', status: 'completed', [nameKey(item)]: item.name })
    const specDir = itemDirOf(context.folders, item)
    output.say(context.remote ? `Created ${item.name} in the fleet` : `Created ${specDir}`)
    if (description === '' && !context.remote)
      output.say(`It has no description yet. Add one to ${join(specDir, RECORD_FILES[item.kind])}`)
    await noteRepository({ context, output, mayBeDirty: true })
    output.say(`Run it: ${context.typed('run', item.name)}`)
    return EXIT.completed
  },
}

/** With neither option, the settings decide. */
function worktreeChosen(invocation: Invocation): { worktree?: boolean } {
  const [on, off] = [invocation.has('worktree'), invocation.has('no-worktree')]
  if (on && off)
    throw new UsageError('--worktree and --no-worktree cannot be used together', 'Use one of them')
  return on || off ? { worktree: on } : {}
}

/** Whatever is left out comes from the settings. */
function choicesIn(invocation: Invocation): Partial<Choices> {
  const approvals = invocation.text('approvals')
  const known = APPROVERS.find((approver) => approver === approvals)
  if (approvals !== undefined && known === undefined)
    throw new UsageError(
      `${approvals || 'Nothing'} cannot approve documents`,
      oneOf(approvals, [...APPROVERS]),
    )
  const isAsking = invocation.has('ask')
  if (invocation.kind === 'bug' && (isAsking || known !== undefined))
    throw new UsageError('--ask and --approvals are for specs, not for bugs')
  if (isAsking && invocation.has('quick'))
    throw new UsageError(
      '--ask and --quick cannot be used together',
      'A quick spec has no requirements',
    )
  return { ...(known && { approvals: known }), ...(isAsking ? { clarify: 'ask' } : {}) }
}

function quickIn(invocation: Invocation): boolean {
  const isQuick = invocation.has('quick')
  if (isQuick && invocation.kind === 'bug')
    throw new UsageError('--quick is for specs, not for bugs')
  return isQuick
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
