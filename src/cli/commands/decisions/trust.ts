import { ISOLATED_AGENTS } from '../../../core/agents/agent-table.ts'
import { HERE } from '../../../host/trust/acting-paths.ts'
import type { TrustDecision } from '../../../contracts/views/trust-view.ts'
import { readProjectTrust } from '../../../host/trust/project-trust.ts'
import { revokeTrust } from '../../../host/trust/trust-file.ts'
import type { CommandDetails, Invocation } from '../../command.ts'
import { EXIT } from '../../exit-codes.ts'
import { UsageError } from '../../problems.ts'
import { locateProject, type Project } from '../../project.ts'
import { askDecision, recordDecision, mayAsk } from '../../run/trusting.ts'
import { linesOf, namesOf } from '../../words/trust-words.ts'

/** Top-level files and folders of a project that agents' programs act on. */
const PLACES = [...new Set(HERE.map((path) => path.split('/')[0]))].join(', ')

export const command: CommandDetails = {
  help: `
Lists what comes with the project and takes effect on this machine: commands that the host would run
(checks, worktree.setup, worktree.copy, deploy.command), hooks, MCP servers and other files of the
agent programs (${PLACES}), prompts that replace ours, settings and specs that choose agents, models or budgets.
Agent programs also look into folders above and below: what they find there is listed too, with its
whole path, and with whose it is if it is not yours.

In a terminal you are asked; elsewhere it only shows them, and exits with 2 if you have not decided.
--yes trusts them as they are now; you are asked again when they change. --without runs agents
without them: ${namesOf(ISOLATED_AGENTS.always)} can, ${namesOf(ISOLATED_AGENTS.unlessPlugins)} unless the project has plugins, others are
refused. --revoke forgets the decision.`,
  options: {
    yes: { value: null, help: 'trust them as they are now' },
    without: { value: null, help: 'run agents without them' },
    revoke: { value: null, help: 'forget the decision' },
  },
  async run(invocation) {
    const chosen = ['yes', 'without', 'revoke'].filter((name) => invocation.has(name))
    if (chosen.length > 1) throw new UsageError(`--${chosen.join(' and --')} cannot be combined`)
    const project = locateProject(invocation)
    show(project, invocation)
    const { env } = invocation
    const { folders } = project
    if (chosen[0] === 'revoke') return revoke(project, invocation)
    const open = readProjectTrust(folders, env).undecided.length
    const decision =
      chosen[0] === undefined ? await askUndecided(invocation, open) : DECISIONS[chosen[0]]
    if (decision) recordDecision({ folders, env }, invocation, decision)
    return decision || open === 0 ? EXIT.completed : EXIT.usage
  },
}

const DECISIONS: Record<string, TrustDecision> = { yes: 'trusted', without: 'without' }

const askUndecided = async (invocation: Invocation, open: number): Promise<TrustDecision | null> =>
  open > 0 && mayAsk(invocation) ? askDecision() : null

function show({ folders, typed }: Project, invocation: Invocation): void {
  const { output, env } = invocation
  const { findings, undecided, decision } = readProjectTrust(folders, env)
  const open = new Set(undecided.map(({ id }) => id))
  for (const { id, kind, details, change } of findings)
    output.data({ type: 'trust', id, kind, details, state: open.has(id) ? change : decision })
  if (findings.length === 0)
    return output.say(
      `${folders.projectDir} has no files or commands that take effect; there is nothing to trust`,
    )
  output.say(`${folders.projectDir} has files and commands that take effect:`)
  for (const line of linesOf(findings)) output.say(line)
  if (undecided.length === 0)
    return output.say(decision === 'without' ? 'Agents run without them' : 'You trust them')
  if (!invocation.has('yes') && !invocation.has('without'))
    output.say(
      `${undecided.length} of ${findings.length} not trusted. Trust them: ${typed('trust', '--yes')}. Run without them: ${typed('trust', '--without')}`,
    )
}

function revoke({ folders }: Project, { env, output }: Invocation): number {
  const changed = revokeTrust(folders.projectDir, env)
  output.say(
    changed ? `${folders.projectDir} is no longer trusted` : 'There was no decision to revoke',
  )
  return EXIT.completed
}
