import type { Rejection } from '../../contracts/rejections.ts'
import type { TrustFinding, TrustKind } from '../../contracts/views/trust-view.ts'
import type { Typed } from '../project.ts'
import { oneLine } from './safe-text.ts'

type TrustRejection = Extract<Rejection, { code: 'NOT_TRUSTED' | 'AGENT_NOT_ISOLATED' }>

const MOST = 30

const KINDS: Record<TrustKind, string> = {
  'agent-file': "read by an agent's program",
  prompt: 'replaces our prompt',
  setting: 'chooses for the project',
  spec: 'chooses for this spec',
}

export function wordsForTrust(
  rejection: TrustRejection,
  typed: Typed,
): { message: string; remedy: string } {
  if (rejection.code === 'AGENT_NOT_ISOLATED')
    return {
      message: `${rejection.agent} cannot be started without what this project brings`,
      remedy: `Trust the project: ${typed('trust')}. Or use another agent: claude, codex and gemini can`,
    }
  const { item, findings } = rejection
  return {
    message: [
      'This project brings what would act on your machine, and you have not trusted it:',
      ...linesOf(findings),
    ].join('\n'),
    remedy: `Look at it and trust it: ${typed('trust')} (--yes without a question). Trust it and run: ${typed('run', item.name, '--trust')}. Run without all of that: ${typed('run', item.name, '--untrusted')}`,
  }
}

/** Each finding with what it starts, as a person should read it before deciding. */
export function linesOf(findings: TrustFinding[]): string[] {
  const lines = findings
    .slice(0, MOST)
    .flatMap(({ id, kind, change, details }) => [
      `  ${oneLine(id)} (${KINDS[kind]}${change === 'changed' ? ', changed since you decided' : ''})`,
      ...details.map((detail) => `    ${oneLine(detail)}`),
    ])
  const more = findings.length - MOST
  return more > 0 ? [...lines, `  and ${more} more`] : lines
}
