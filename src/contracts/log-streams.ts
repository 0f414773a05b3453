/** The logs of an agent: its standard output, its standard error and its prompt. */
const LOG_STREAMS = ['out', 'err', 'prompt'] as const
export type LogStream = (typeof LOG_STREAMS)[number]

export const isLogStream = (name: string): name is LogStream =>
  LOG_STREAMS.some((stream) => stream === name)
