import type { TurnStatus } from '../../../contracts/views/asks.ts'

const statuses: Record<TurnStatus, string> = {
  queued: 'Waiting for a free agent…',
  running: 'Reading…',
  answered: 'Answered',
  failed: 'No answer',
  stopped: 'Stopped',
}

/** Conversations with read-only agents. */
export const ask = {
  title: (item: string) => `Ask about ${item}`,
  projectTitle: 'Ask about this project',
  planTitle: 'Plan a new spec',
  about: 'The agent may only read. It answers here, and the conversation is kept.',
  planAbout:
    'Say roughly what you want. The agent asks what it needs to know, then writes a description with your decisions.',
  question: 'Your question',
  idea: 'Your idea, then your answers',
  send: 'Ask',
  sendPlan: 'Send',
  stop: 'Stop',
  fresh: 'New conversation',
  earlier: (count: number) =>
    count === 1 ? '1 earlier conversation' : `${count} earlier conversations`,
  questions: (count: number) => (count === 1 ? '1 question' : `${count} questions`),
  open: 'Ask an agent…',
  openProject: 'Ask about the project…',
  openPlan: 'Plan it first…',
  statuses,
  changed: (files: string) =>
    `The agent has read-only access, but these files changed while it ran: ${files}`,
  unknown: 'Others were working in the same folder: whether it changed files is not known.',
  use: 'Use this description',
  conversation: 'Conversation',
  phases: { ask: 'Ask', plan: 'Plan', steering: 'Steering' },
  steering: {
    title: 'Steering documents',
    about:
      'What every agent should know of this project: product, technology, structure. An agent proposes them, and nothing is written before you accept it.',
    open: 'Steering documents…',
    write: 'Write with an agent',
    renew: 'Update with an agent',
    mind: 'What to focus on (optional)',
    plain: 'Write or renew the steering documents.',
    accept: (name: string) => `Accept ${name}`,
    isNew: 'New',
    upToDate: 'No changes proposed.',
    missing: 'Not created yet.',
    diff: (name: string) => `${name}: the file and the proposal`,
    now: 'The file now',
    proposed: 'Proposed',
  },
}
