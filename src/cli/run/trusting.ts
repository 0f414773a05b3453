import { createInterface } from 'node:readline/promises'
import type { TrustDecision, TrustFinding } from '../../contracts/views/trust-view.ts'
import { isEarlierPlace, readTrust } from '../../host/trust/findings.ts'
import { readProjectTrust } from '../../host/trust/project-trust.ts'
import { decideTrust } from '../../host/trust/trust-file.ts'
import type { Invocation, OptionShape } from '../command.ts'
import { Refused, UsageError } from '../problems.ts'
import type { ProjectContext } from '../project.ts'
import { linesOf } from '../words/trust-words.ts'

export const TRUST_OPTIONS: Record<string, OptionShape> = {
  trust: {
    value: null,
    help: 'trust the commands, hooks, servers and prompts of the project, then run',
  },
  untrusted: {
    value: null,
    help: 'run without the commands, hooks, servers and prompts of the project',
  },
}

/**
 * Runs `act`, which may start agents. A project with files that take effect needs a decision first:
 * by an option, or at the terminal.
 */
export async function trusting(
  context: ProjectContext,
  invocation: Invocation,
  act: () => Promise<number>,
): Promise<number> {
  const given = decisionGiven(invocation)
  warnOfEarlierPlace(context, invocation)
  if (given !== null) recordDecision(context, invocation, given)
  try {
    return await act()
  } catch (error) {
    const findings = undecidedIn(error)
    if (findings === null || !mayAsk(invocation)) throw error
    const decision = await ask(invocation, findings)
    if (decision === null) throw error
    recordDecision(context, invocation, decision)
    return act()
  }
}

function decisionGiven(invocation: Invocation): TrustDecision | null {
  const [trust, untrusted] = [invocation.has('trust'), invocation.has('untrusted')]
  if (trust && untrusted) throw new UsageError('--trust and --untrusted cannot be combined')
  return trust ? 'trusted' : untrusted ? 'without' : null
}

/** Decides about everything the project has now, for all specs, and says so. */
export function recordDecision(
  { folders, env }: Pick<ProjectContext, 'folders' | 'env'>,
  { output }: Invocation,
  decision: TrustDecision,
): TrustFinding[] {
  const { findings } = readProjectTrust(folders, env)
  if (findings.length === 0) return []
  decideTrust(folders.projectDir, env, { decision, findings, at: new Date() })
  const words = findings.length === 1 ? '1 finding' : `${findings.length} findings`
  output.say(
    decision === 'trusted'
      ? `${folders.projectDir} is trusted as it is now (${words}); you are asked again when that changes`
      : `${folders.projectDir} is run without its own files (${words})`,
  )
  return findings
}

function undecidedIn(error: unknown): TrustFinding[] | null {
  if (!(error instanceof Refused) || error.rejection.code !== 'NOT_TRUSTED') return null
  return error.rejection.findings
}

export const mayAsk = ({ output }: Invocation): boolean => output.isLive && process.stdin.isTTY

/** Null if the user cancels: nothing is started. */
async function ask(
  invocation: Invocation,
  findings: TrustFinding[],
): Promise<TrustDecision | null> {
  const { output } = invocation
  output.say(
    'Files or commands in this project, or in folders around it, take effect on this machine:',
  )
  for (const line of linesOf(findings)) output.say(line)
  return askDecision()
}

export async function askDecision(): Promise<TrustDecision | null> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    const answer = await terminal.question(
      'Trust them (y), run without them (w), or cancel (n)? [n] ',
    )
    const word = answer.trim().toLowerCase()
    if (/^(y|yes|t|trust)$/.test(word)) return 'trusted'
    return /^(w|without)$/.test(word) ? 'without' : null
  } finally {
    terminal.close()
  }
}

function warnOfEarlierPlace({ folders, env }: ProjectContext, { output }: Invocation): void {
  const { findings } = readTrust({ projectDir: folders.projectDir, env, spec: null })
  for (const { id, kind } of findings)
    if (kind === 'prompt' && isEarlierPlace(id))
      output.warn(`Warning: ${id} is used as a prompt; move it to .kiro/sdd/prompts/`)
}
