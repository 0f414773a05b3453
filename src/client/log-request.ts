import type { LogRequest } from './connection.ts'
import { HostGone } from './host-gone.ts'

interface Host {
  url: string
  headers: Record<string, string>
  fetch: typeof fetch
}

/** The raw log of an agent from an offset on, until the agent ends. */
export async function requestLog(
  host: Host,
  { project, agentId, stream, offset, signal }: LogRequest,
): Promise<ReadableStream<Uint8Array>> {
  const path = `/log/${project}/${agentId}?offset=${offset}&stream=${stream}`
  const response = await get(host, path, signal)
  if (!response.ok || response.body === null) throw new HostGone(`log: ${response.status}`)
  return response.body
}

async function get(host: Host, path: string, signal: AbortSignal | undefined): Promise<Response> {
  try {
    const init = { headers: host.headers, ...(signal === undefined ? {} : { signal }) }
    return await host.fetch(host.url + path, init)
  } catch (error) {
    throw new HostGone(error)
  }
}
