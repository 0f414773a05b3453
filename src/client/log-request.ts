import type { LogRequest } from './connection.ts'
import { HostGone } from './host-gone.ts'

interface Way {
  url: string
  headers: Record<string, string>
  fetch: typeof fetch
}

/** The raw log of an agent from an offset on, until the agent has ended. */
export async function requestLog(
  way: Way,
  { project, agentId, stream, offset, signal }: LogRequest,
): Promise<ReadableStream<Uint8Array>> {
  const path = `/log/${project}/${agentId}?offset=${offset}&stream=${stream}`
  const response = await asked(way, path, signal)
  if (!response.ok || response.body === null) throw new HostGone(`log: ${response.status}`)
  return response.body
}

async function asked(way: Way, path: string, signal: AbortSignal | undefined): Promise<Response> {
  try {
    const init = { headers: way.headers, ...(signal === undefined ? {} : { signal }) }
    return await way.fetch(way.url + path, init)
  } catch (error) {
    throw new HostGone(error)
  }
}
