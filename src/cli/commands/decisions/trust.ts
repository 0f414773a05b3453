import { readProjectTrust } from '../../../host/trust/project-trust.ts'
import { revokeTrust } from '../../../host/trust/trust-file.ts'
import type { CommandDetails, Invocation } from '../../command.ts'
import { EXIT } from '../../exit-codes.ts'
import { UsageError } from '../../problems.ts'
import { locateProject, type Project } from '../../project.ts'
import { decideAloud } from '../../run/trusting.ts'
import { linesOf } from '../../words/trust-words.ts'

export const command: CommandDetails = {
  help: `
Lists what the project brings that would act on your machine once an agent is started: hooks, MCP
servers and other files of the agents' programs (.claude, .mcp.json, .codex, .gemini, .opencode,
.agents), prompts that replace ours, settings and specs that choose agents, models or budgets.

--yes trusts all of it as it is now; what changes later is asked for again. --without lets agents run
without any of it: claude, codex and gemini can, opencode unless the project has plugins, others are
refused. --revoke forgets the decision.`,
  options: {
    yes: { value: null, help: 'trust it as it is now' },
    without: { value: null, help: 'run agents without any of it' },
    revoke: { value: null, help: 'forget what was decided' },
  },
  async run(invocation) {
    const chosen = ['yes', 'without', 'revoke'].filter((name) => invocation.has(name))
    if (chosen.length > 1) throw new UsageError(`--${chosen.join(' and --')} exclude each other`)
    const project = locateProject(invocation)
    show(project, invocation)
    const { env } = invocation
    const { folders } = project
    if (chosen[0] === 'revoke') return revoke(project, invocation)
    if (chosen[0] !== undefined)
      decideAloud({ folders, env }, invocation, chosen[0] === 'yes' ? 'trusted' : 'without')
    return EXIT.completed
  },
}

function show({ folders, typed }: Project, invocation: Invocation): void {
  const { output, env } = invocation
  const { findings, undecided, decision } = readProjectTrust(folders, env)
  const open = new Set(undecided.map(({ id }) => id))
  for (const { id, kind, details, change } of findings)
    output.data({ id, kind, details, state: open.has(id) ? change : decision })
  if (findings.length === 0)
    return output.say(
      `${folders.projectDir} brings nothing that would act; there is nothing to trust`,
    )
  output.say(`${folders.projectDir} brings what would act once an agent is started:`)
  for (const line of linesOf(findings)) output.say(line)
  if (undecided.length === 0)
    return output.say(decision === 'without' ? 'You run it without all of that' : 'You trust it')
  if (!invocation.has('yes') && !invocation.has('without'))
    output.say(
      `${undecided.length} of ${findings.length} not trusted. Trust it: ${typed('trust', '--yes')}. Run without it: ${typed('trust', '--without')}`,
    )
}

function revoke({ folders }: Project, { env, output }: Invocation): number {
  const changed = revokeTrust(folders.projectDir, env)
  output.say(
    changed ? `${folders.projectDir} is no longer trusted` : 'Nothing had been decided on it',
  )
  return EXIT.completed
}
