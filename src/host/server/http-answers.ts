import type { IncomingMessage, ServerResponse } from 'node:http'

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

export const SECURITY_HEADERS = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
}

export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(JSON.stringify(value))
}

export function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
  })
  response.end(`${text}\n`)
}

interface Page {
  status: number
  html: string
  headers?: Record<string, string>
}

export function sendPage(response: ServerResponse, { status, html, headers }: Page): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    // Under `no-referrer` a browser sends its own forms with `Origin: null`, which is refused.
    'referrer-policy': 'same-origin',
    ...headers,
  })
  response.end(html)
}

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
}

/**
 * Null as soon as the body is known to exceed the limit. The connection stays open: closing it
 * would also lose the refusal for a client that is still sending.
 */
export async function readBody(
  { request, response }: Exchange,
  limit: number,
): Promise<string | null> {
  if (Number(request.headers['content-length'] ?? 0) > limit) return null
  if (request.headers.expect !== undefined) response.writeContinue()
  const chunks: Buffer[] = []
  let size = 0
  const incoming: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false })
  for await (const chunk of incoming) {
    size += chunk.length
    if (size > limit) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** A navigation by the user, who should see a page instead of JSON. */
export const wantsPage = ({ headers }: IncomingMessage): boolean =>
  headers.accept?.includes('text/html') ?? false
