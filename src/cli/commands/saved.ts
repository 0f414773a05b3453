import { resolve } from 'node:path'
import type { CommandDetails, Invocation } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { UsageError, unwrap } from '../problems.ts'
import { openProjectContext } from '../project.ts'
import { throughHost } from '../serve/host-access.ts'
import { oneOf } from '../words/commands/closest.ts'
import { commandLine } from '../words/commands/command-line.ts'
import { oneLine, safeText } from '../words/safe-text.ts'

export const command: CommandDetails = {
  help: `
Before the host removes a worktree or a branch, or overwrites anything, it saves what is there in git
under refs/sdd/saved. It is kept until you drop it. Without a verb: everything that is saved.

  {sdd} saved show REF                 what it contains
  {sdd} saved restore REF              as a new branch
  {sdd} saved restore REF --to DIR     into a new folder, byte for byte
  {sdd} saved drop REF                 forget it`,
  options: {
    to: { value: 'DIR', help: 'with restore: a folder that does not exist yet' },
  },
  async run(invocation) {
    const [verb, ref, ...words] = invocation.positionals
    if (words.length > 0) throw new UsageError(`Unexpected argument: ${words.join(' ')}`)
    if (verb === undefined) return list(invocation)
    if (!isVerb(verb)) throw new UsageError(`saved cannot ${verb}`, oneOf(verb, VERBS))
    if (ref === undefined)
      throw new UsageError('REF is missing', `See what is saved: ${commandLine('saved')}`)
    return ACTS[verb](invocation, fullRef(ref))
  },
}

const VERBS = ['show', 'restore', 'drop'] as const
type Verb = (typeof VERBS)[number]
const isVerb = (word: string): word is Verb => (VERBS as readonly string[]).includes(word)

/** Accepts the short form `spec/login/1`. */
const fullRef = (ref: string): string => (ref.startsWith('refs/') ? ref : `refs/sdd/saved/${ref}`)

async function list(invocation: Invocation): Promise<number> {
  const { output } = invocation
  const context = openProjectContext(invocation)
  const saved = unwrap(await throughHost(context, (api) => api.call('saved', {})))
  for (const one of saved) {
    const { item, ref, why, at } = one
    output.data({ type: 'saved', ref, kind: item.kind, name: item.name, why, at })
    output.say(`${ref}  ${at}  ${oneLine(why)}`)
  }
  if (saved.length === 0) output.say('Nothing is saved')
  return EXIT.completed
}

const ACTS: Record<Verb, (invocation: Invocation, ref: string) => Promise<number>> = {
  async show(invocation, ref) {
    const { output } = invocation
    const context = openProjectContext(invocation)
    const content = unwrap(await throughHost(context, (api) => api.call('showSaved', { ref })))
    const { item, ...rest } = content
    output.data({ type: 'saved', kind: item.kind, name: item.name, ...rest })
    output.say(`${content.ref}  ${content.at}  ${oneLine(content.why)}`)
    output.say(`${content.files} files${content.hasStaged ? ', and what was staged' : ''}`)
    if (content.diff !== '') output.say(safeText(content.diff, false))
    if (content.truncated) output.say(`The rest: git diff ${ref}^ ${ref}`)
    return EXIT.completed
  },
  async restore(invocation, ref) {
    const { output } = invocation
    const context = openProjectContext(invocation)
    const to = invocation.text('to')
    if (to === undefined) {
      const reply = await throughHost(context, (api) => api.call('restoreSaved', { ref }))
      const { branch } = unwrap(reply)
      output.data({ type: 'result', status: 'completed', ref, branch })
      output.say(`Restored as the branch ${branch}`)
      return EXIT.completed
    }
    const dir = resolve(to)
    const reply = await throughHost(context, (api) => api.call('restoreSavedTo', { ref, dir }))
    const { files } = unwrap(reply)
    output.data({ type: 'result', status: 'completed', ref, dir, files })
    output.say(`Restored ${files} files into ${dir}`)
    return EXIT.completed
  },
  async drop(invocation, ref) {
    const { output } = invocation
    const context = openProjectContext(invocation)
    unwrap(await throughHost(context, (api) => api.call('dropSaved', { ref })))
    output.data({ type: 'result', status: 'completed', ref })
    output.say(`Dropped ${ref}`)
    return EXIT.completed
  },
}
