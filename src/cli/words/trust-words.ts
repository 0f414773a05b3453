import { ISOLATED_AGENTS } from '../../core/agents/agent-table.ts'
import type { Rejection } from '../../contracts/rejections.ts'
import type { TrustFinding, TrustKind } from '../../contracts/views/trust-view.ts'
import type { Typed } from '../project.ts'
import { oneLine } from './safe-text.ts'

type TrustRejection = Extract<Rejection, { code: 'NOT_TRUSTED' | 'AGENT_NOT_ISOLATED' }>

const MAX_SHOWN = 30

const KINDS: Record<TrustKind, string> = {
  command: 'run by the host',
  'agent-file': 'loaded by an agent program',
  prompt: 'replaces our prompt',
  setting: 'project setting',
  spec: 'setting of this spec',
}

export function wordsForTrust(
  rejection: TrustRejection,
  typed: Typed,
): { message: string; remedy: string } {
  if (rejection.code === 'AGENT_NOT_ISOLATED')
    return {
      message: `${rejection.agent} cannot run without loading this project's files`,
      remedy: `Trust the project: ${typed('trust')}. Or use another agent: ${namesOf(ISOLATED_AGENTS.always)} can`,
    }
  const { item, findings } = rejection
  return {
    message: [
      'Files or commands in this project, or in folders around it, take effect on this machine, and you have not trusted them:',
      ...linesOf(findings),
    ].join('\n'),
    remedy: `Review and trust them: ${typed('trust')} (--yes to skip the question). Trust and run: ${typed('run', item.name, '--trust')}. Run without them: ${typed('run', item.name, '--untrusted')}`,
  }
}

/** Each finding with what it starts, as the user should read it before deciding. */
export function linesOf(findings: TrustFinding[]): string[] {
  // Every command is shown, however many there are: a hidden one could not be judged.
  const commands = findings.filter(({ kind }) => kind === 'command').length
  const lines = findings
    .slice(0, Math.max(MAX_SHOWN, commands))
    .flatMap(({ id, kind, change, details }) => [
      `  ${oneLine(id)} (${KINDS[kind]}${change === 'changed' ? ', changed since you decided' : ''})`,
      ...details.map((detail) => `    ${oneLine(detail)}`),
    ])
  const more = findings.length - Math.max(MAX_SHOWN, commands)
  return more > 0 ? [...lines, `  and ${more} more`] : lines
}

/** Names in a sentence: a, b and c. */
export function namesOf(agents: readonly { name: string }[]): string {
  const names = agents.map(({ name }) => name)
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
}
