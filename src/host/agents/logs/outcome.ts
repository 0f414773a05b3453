import { constants } from 'node:os'
import type {
  AgentEndCause,
  AgentOutcome,
  AgentProblem,
  Usage,
} from '../../../contracts/launch/agent.ts'
import { withoutWider } from '../../../core/agent-events/denied-rule.ts'
import { isCheckAgent } from '../../../core/agent-events/check-lines.ts'
import { denialReaderFor, readErrorOutput } from '../../../core/agent-events/line-reader.ts'
import { problem as problemOfKind, problemInWords } from '../../../core/agent-events/problem.ts'
import { isoOfSeconds, retryTimeIn } from './retry-time.ts'
import { emptyTranscript, type Transcript } from './transcript.ts'

/**
 * How the wrapper ended. `unknown`: it is gone and has left no exit status. `settled`: it has not,
 * but the agent's terminal event has come.
 */
export type AgentExit =
  | { kind: 'status'; code: number }
  | { kind: 'killed'; signal: string }
  | { kind: 'not-started' }
  | { kind: 'settled' }
  | { kind: 'unknown' }

export type OutcomeFacts = {
  exit: AgentExit
  isStopped: boolean
  transcript: Transcript
  errorOutput: string
  agent: string
  /** When it ended: the CLI's words may count from there. */
  endedAt: Date
}

const MAX_MESSAGE_BYTES = 2048
/** More than is shown: the last answer of a server is there with all its headers. */
export const ERROR_TAIL_BYTES = 16 * 1024

/** Completed needs both: exit status 0 and a terminal event that says so. */
export const decideOutcome = (facts: OutcomeFacts): AgentOutcome => {
  const { exit, transcript, agent } = facts
  const { words: errorOutput, retryAfter } = readErrorOutput(agent, facts.errorOutput)
  const said = {
    ...facts,
    errorOutput: lastPart(errorOutput.trim()),
    retryAfter: transcript.retryAfter ?? retryAfter,
  }
  const cause = causeOf(facts)
  const denied = denialReaderFor(agent)?.(errorOutput) ?? []
  return {
    status: cause === 'success' ? 'completed' : cause === 'stopped' ? 'interrupted' : 'failed',
    cause,
    exitCode: exit.kind === 'status' ? exit.code : null,
    signal: signalOf(exit),
    message: cause === 'success' ? lastPart(messageOf(cause, said)) : cut(messageOf(cause, said)),
    sessionId: transcript.sessionId,
    usage: usageIn(transcript),
    deniedTools: withoutWider([...transcript.deniedTools, ...denied]),
    problem: problemOf(cause, said),
  }
}

/** What is known of an agent without having read its output. */
export const bareOutcome = (exit: AgentExit, isStopped = false): AgentOutcome =>
  decideOutcome({
    exit,
    isStopped,
    transcript: emptyTranscript(),
    errorOutput: '',
    agent: '',
    endedAt: new Date(0),
  })

const causeOf = ({ exit, isStopped, transcript, agent }: OutcomeFacts): AgentEndCause => {
  if (isStopped) return 'stopped'
  if (exit.kind === 'not-started') return 'not-started'
  if (exit.kind === 'unknown') return 'lost'
  const { ended } = transcript
  if (ended !== null && !ended.ok) return 'agent-error'
  if (signalOf(exit) !== null) return 'signal'
  if (exit.kind === 'status' && exit.code !== 0) return 'exit-code'
  // The exit status is all that a check has to say.
  return ended === null && !isCheckAgent(agent) ? 'no-terminal-event' : 'success'
}

/** Only of an agent that ended by itself: one that was killed has no problem with its model. */
const problemOf = (
  cause: AgentEndCause,
  facts: OutcomeFacts & { retryAfter: number | null },
): AgentProblem | null => {
  if (cause !== 'agent-error' && cause !== 'exit-code' && cause !== 'no-terminal-event') return null
  if (isCheckAgent(facts.agent)) return null
  const { transcript, endedAt } = facts
  const words = messageOf(cause, facts)
  const found =
    transcript.ended?.problem ??
    (transcript.quota === null ? problemInWords(words) : problemOfKind('quota'))
  if (found === null || found.retryAt !== null || !PASSING.has(found.kind)) return found
  const resetsAt = transcript.quota?.resetsAt ?? null
  const said = resetsAt === null ? null : isoOfSeconds(resetsAt)
  const { retryAfter } = facts
  const after = retryAfter === null ? null : isoOfSeconds(endedAt.getTime() / 1000 + retryAfter)
  return { ...found, retryAt: said ?? after ?? retryTimeIn(words, endedAt) }
}

/** Of these a server may say when they are over. */
const PASSING: ReadonlySet<AgentProblem['kind']> = new Set(['quota', 'overloaded', 'server'])

/** Without a terminal event the sum of what was reported before is all there is. */
const usageIn = ({ ended, usage }: Transcript): Usage | null =>
  usage === null || (ended !== null && ended.usage !== null) ? usage : { ...usage, isPartial: true }

/** The agent's own words; the sentence around them belongs to the one that shows it. */
const messageOf = (cause: AgentEndCause, { transcript, errorOutput }: OutcomeFacts): string => {
  const said = transcript.ended?.message ?? ''
  if (cause === 'success') return said || transcript.lastText || errorOutput.trim()
  if (cause === 'agent-error' || cause === 'stopped') return said || errorOutput.trim()
  return errorOutput.trim() || said || transcript.lastWords.trim()
}

const signalOf = (exit: AgentExit): string | null => {
  if (exit.kind === 'killed') return exit.signal
  if (exit.kind !== 'status' || exit.code <= 128) return null
  const number = exit.code - 128
  return Object.entries(constants.signals).find(([, value]) => value === number)?.[0] ?? null
}

/** Of an agent that has ended well, and of stderr, the end counts. */
const lastPart = (text: string): string => {
  const bytes = Buffer.from(text)
  if (bytes.length <= MAX_MESSAGE_BYTES) return bytes.toString('utf8')
  return bytes.toString('utf8', bytes.length - MAX_MESSAGE_BYTES).replace(/^\uFFFD+/, '')
}

/** Copies, for a slice would keep the whole line in memory that it was cut from. */
const cut = (text: string): string => {
  const bytes = Buffer.from(text)
  if (bytes.length <= MAX_MESSAGE_BYTES) return bytes.toString('utf8')
  return bytes.toString('utf8', 0, MAX_MESSAGE_BYTES).replace(/\uFFFD+$/, '')
}
