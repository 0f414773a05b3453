import type { ServerResponse } from 'node:http'
import { agentIdSchema, projectIdSchema } from '../../contracts/ids.ts'
import type { StepOutput } from '../ports/step-runner.ts'
import { sendJson } from './http-answers.ts'
import { isLogStream } from '../../contracts/log-streams.ts'
import type { Served, ServedProject } from './served.ts'

interface LogRequest {
  /** `/log/PROJECT/AGENT` */
  path: string
  query: URLSearchParams
}

/** Sends the raw bytes of an agent's log from an offset on, until the agent has ended. */
export async function answerLog(
  served: Served,
  response: ServerResponse,
  wanted: LogRequest,
): Promise<void> {
  const reader = await readerOf(served, wanted)
  if (reader === null) return sendJson(response, 404, { message: 'no such log' })
  response.writeHead(200, {
    'content-type': 'application/octet-stream',
    'cache-control': 'no-store',
  })
  // An agent may be silent for minutes: the caller gets its stream right away.
  response.flushHeaders()
  const gone = new AbortController()
  // The client may have left while the log was being opened.
  if (response.destroyed) gone.abort()
  response.once('close', () => gone.abort())
  try {
    await copyLog(reader, response, gone.signal)
  } finally {
    await reader.close()
  }
  response.end()
}

function readerOf(
  served: Served,
  { path, query }: LogRequest,
): ReturnType<ServedProject['openLog']> {
  const [, , project, agent, ...rest] = path.split('/')
  const projectId = projectIdSchema.safeParse(project)
  const agentId = agentIdSchema.safeParse(agent)
  const stream = query.get('stream') ?? 'out'
  const offset = Number(query.get('offset') ?? 0)
  if (!projectId.success || !agentId.success || !isLogStream(stream) || rest.length > 0) return null
  if (!Number.isSafeInteger(offset) || offset < 0) return null
  return served.project(projectId.data)?.openLog(agentId.data, offset, stream) ?? null
}

async function copyLog(
  reader: StepOutput,
  response: ServerResponse,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const chunk = await reader.read()
    if (chunk.bytes.length > 0 && !response.write(chunk.bytes)) await drained(response, signal)
    if (chunk.isLast) return
    if (chunk.bytes.length === 0) await reader.more(signal)
  }
}

function drained(response: ServerResponse, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const done = (): void => {
      response.off('drain', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    response.once('drain', done)
    signal.addEventListener('abort', done)
  })
}
