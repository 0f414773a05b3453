import type { CommandDetails } from '../../command.ts'
import { checkNode } from '../../fleet/fleet-modules.ts'
import { DATABASE_OPTION } from '../../fleet/fleet-options.ts'
import { UsageError } from '../../problems.ts'
import { oneOf } from '../../words/commands/closest.ts'

export const command: CommandDetails = {
  help: `
What is needed to run a fleet: many computers that work on the specs of many projects, with one
PostgreSQL behind them. These verbs speak with the database, so they are for its administrator.

  {sdd} fleet enrol --pool default         a code that gives one worker access, within the hour
  {sdd} fleet revoke NAME                  that worker loses access immediately
  {sdd} fleet drain NAME                   it finishes what it has and takes nothing new; --off undoes it
  {sdd} fleet status                       workers, and the steps that run or wait
  {sdd} fleet invite Ada --role operator   a code that gives one person access, within the hour
  {sdd} fleet people                       lists them; people remove ID
  {sdd} fleet pair --url URL --code CODE   this terminal gets access; then: {sdd} --url URL run login
  {sdd} fleet projects add shop https://example.com/shop.git --base main
  {sdd} fleet projects                     lists them; projects remove shop
  {sdd} fleet import shop login            takes the spec of this checkout into the fleet
  {sdd} fleet export shop login            returns it to this checkout
  {sdd} fleet start shop login             runs it; stop shop login stops it
  {sdd} fleet demo                         all of it on this computer, with a simulated agent

A viewer looks, an operator also runs and decides, an admin also invites, enrols and revokes.

A bug is written bug:NAME. What import takes in has to be on the branch feature/NAME (bugfix/NAME) of
the project's repository; what export returns has its documents there.`,
  options: {
    ...DATABASE_OPTION,
    pool: { value: 'P,…', help: 'with enrol: for which pools; with projects add: for which one' },
    base: { value: 'BRANCH', help: 'with projects add: where items begin; default: main' },
    role: { value: 'ROLE', help: 'with invite: viewer, operator or admin; default: operator' },
    code: { value: 'CODE', help: 'with pair: the code of the invitation' },
    off: { value: null, help: 'with drain: give it steps again' },
    settings: { value: 'JSON', help: 'with projects add: the settings of its runs' },
  },
  async run(invocation) {
    const [verb = ''] = invocation.positionals
    if (!isVerb(verb)) throw new UsageError(`fleet cannot ${verb}`, oneOf(verb, VERBS))
    if (verb === 'demo') return (await import('../../fleet/fleet-demo.ts')).demo(invocation)
    if (verb === 'pair') return (await import('../../fleet/pair-verb.ts')).pair(invocation)
    checkNode()
    return (await import('../../fleet/fleet-verbs.ts')).carryOut(verb, invocation)
  },
}

const VERBS = [
  'demo',
  'status',
  'enrol',
  'revoke',
  'drain',
  'invite',
  'people',
  'pair',
  'projects',
  'import',
  'export',
  'start',
  'stop',
] as const
export type FleetVerb = Exclude<(typeof VERBS)[number], 'demo' | 'pair'>
const isVerb = (word: string): word is (typeof VERBS)[number] =>
  (VERBS as readonly string[]).includes(word)
