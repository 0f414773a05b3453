/** What can be read of an agent: what it prints, what it complains about, and what it was given. */
const LOG_STREAMS = ['out', 'err', 'prompt'] as const
export type LogStream = (typeof LOG_STREAMS)[number]

export const isLogStream = (name: string): name is LogStream =>
  LOG_STREAMS.some((stream) => stream === name)
