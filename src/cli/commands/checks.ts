import type { CommandDetails } from '../command.ts'
import { UsageError } from '../problems.ts'
import { oneOf } from '../words/commands/closest.ts'
import { commandLine } from '../words/commands/command-line.ts'
import { add, remove, suggest } from './checks/change-checks.ts'
import { list } from './checks/list-checks.ts'
import { run } from './checks/run-checks.ts'

export const command: CommandDetails = {
  help: `
Checks are commands that the host runs in the workspace after an implementation, to verify it. They
are programs with arguments, never a shell line, and are in .kiro/sdd-orchestrator.json (for everyone)
or in your personal configuration. Without a verb: every check and its last result per item.

  {sdd} checks suggest                     what fits this repository; --yes adds it
  {sdd} checks add test -- npm test        adds a check to the project and trusts it
  {sdd} checks add api --in packages/api --timeout 5 -- npm test
  {sdd} checks remove test
  {sdd} checks run [NAME] [--item FEATURE] runs them now; exit code 0 or 4`,
  options: {
    timeout: { value: 'MIN', help: 'with add: minutes it may take (default 20)' },
    in: { value: 'DIR', help: 'with add: the folder of the workspace it runs in' },
    item: { value: 'FEATURE', help: 'with run: in the workspace of this spec, or of bug:NAME' },
    yes: { value: null, help: 'with suggest: add all of them' },
  },
  async run(invocation) {
    const [verb, name, ...words] = invocation.positionals
    if (verb === undefined) return list(invocation)
    if (!isVerb(verb)) throw new UsageError(`checks cannot ${verb}`, oneOf(verb, VERBS))
    if (verb !== 'add' && words.length > 0)
      throw new UsageError(`Unexpected argument: ${words.join(' ')}`)
    if (verb === 'run') return run(invocation, name)
    if (verb === 'suggest') {
      if (name !== undefined) throw new UsageError(`Unexpected argument: ${name}`)
      return suggest(invocation)
    }
    if (name === undefined)
      throw new UsageError('NAME is missing', `See: ${commandLine('checks', '--help')}`)
    return verb === 'add' ? add(invocation, name, words) : remove(invocation, name)
  },
}

const VERBS = ['suggest', 'add', 'remove', 'run'] as const
const isVerb = (word: string): word is (typeof VERBS)[number] =>
  (VERBS as readonly string[]).includes(word)
