import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

/** Serves the bare repositories of a folder over HTTP to whoever has the password. */
export class HttpGit implements AsyncDisposable {
  readonly password = `secret-${process.pid}-${performance.now()}`
  /** The arguments of every process on this computer, at each request. */
  readonly seen = new Set<string>()
  requests = 0
  readonly #root: string
  readonly #server = createServer((...asked) => void this.#answer(...asked))

  constructor(root: string) {
    this.#root = root
  }

  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    const { port } = this.#server.address() as AddressInfo
    return `http://me:${encodeURIComponent(this.password)}@127.0.0.1:${port}/`
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.requests++
    for (const line of allArguments()) this.seen.add(line)
    const [, given = ''] = (request.headers.authorization ?? '').split(' ')
    if (Buffer.from(given, 'base64').toString('utf8') !== `me:${this.password}`) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end()
      return
    }
    const { pathname, search } = new URL(request.url ?? '', 'http://127.0.0.1')
    const child = spawn(join(EXEC_PATH, 'git-http-backend'), {
      env: {
        PATH: process.env['PATH'],
        GIT_PROJECT_ROOT: this.#root,
        GIT_HTTP_EXPORT_ALL: '1',
        PATH_INFO: pathname,
        QUERY_STRING: search.slice(1),
        REQUEST_METHOD: request.method,
        CONTENT_TYPE: request.headers['content-type'] ?? '',
        HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
        GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
        REMOTE_USER: 'me',
      },
    })
    request.pipe(child.stdin)
    const parts: Buffer[] = []
    for await (const part of child.stdout as AsyncIterable<Buffer>) parts.push(part)
    const all = Buffer.concat(parts)
    const end = all.indexOf('\r\n\r\n')
    const lines = all.toString('utf8', 0, end).split('\r\n')
    for (const line of lines) {
      const [name = '', value = ''] = line.split(': ')
      if (name === 'Status') response.statusCode = Number(value.slice(0, 3))
      else response.setHeader(name, value)
    }
    response.end(all.subarray(end + 4))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
  }
}

const EXEC_PATH = execFileSync('git', ['--exec-path'], { encoding: 'utf8' }).trim()

/** What every user of this computer can read. */
export const allArguments = (): string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      } catch {
        // It has just ended.
        return ''
      }
    })
