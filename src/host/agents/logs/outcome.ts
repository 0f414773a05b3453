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
 * How the wrapper ended. `unknown`: it is gone without an exit status. `settled`: it is still
 * there, but the agent has printed its terminal event.
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
  /** The CLI's message may give a retry time relative to this. */
  endedAt: Date
}

const MAX_MESSAGE_BYTES = 2048
/** More than is shown: the last server response may come with all its headers. */
export const ERROR_TAIL_BYTES = 16 * 1024

/** `completed` needs both exit status 0 and a terminal event that reports success. */
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

/** The outcome without any output having been read. */
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
  // A check has no terminal event, only its exit status.
  return ended === null && !isCheckAgent(agent) ? 'no-terminal-event' : 'success'
}

/** Only for agents that ended by themselves: a killed one says nothing about its model. */
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
  if (found === null || found.retryAt !== null || !TRANSIENT.has(found.kind)) return found
  const resetsAt = transcript.quota?.resetsAt ?? null
  const said = resetsAt === null ? null : isoOfSeconds(resetsAt)
  const { retryAfter } = facts
  const after = retryAfter === null ? null : isoOfSeconds(endedAt.getTime() / 1000 + retryAfter)
  return { ...found, retryAt: said ?? after ?? retryTimeIn(words, endedAt) }
}

/** Problems for which a server may say when they will be over. */
const TRANSIENT: ReadonlySet<AgentProblem['kind']> = new Set(['quota', 'overloaded', 'server'])

/** Without a terminal event only the usage reported until then is known. */
const usageIn = ({ ended, usage }: Transcript): Usage | null =>
  usage === null || (ended !== null && ended.usage !== null) ? usage : { ...usage, isPartial: true }

/** The agent's own words; whoever shows them adds the sentence around them. */
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

/** The end matters most in stderr and in the answer of a successful agent. */
const lastPart = (text: string): string => {
  const bytes = Buffer.from(text)
  if (bytes.length <= MAX_MESSAGE_BYTES) return bytes.toString('utf8')
  return bytes.toString('utf8', bytes.length - MAX_MESSAGE_BYTES).replace(/^\uFFFD+/, '')
}

/** Copies: a string slice would keep the whole original line in memory. */
const cut = (text: string): string => {
  const bytes = Buffer.from(text)
  if (bytes.length <= MAX_MESSAGE_BYTES) return bytes.toString('utf8')
  return bytes.toString('utf8', 0, MAX_MESSAGE_BYTES).replace(/\uFFFD+$/, '')
}
