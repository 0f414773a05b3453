import { execFileSync, spawn } from 'node:child_process'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

const LOGIN = 'me:token-of-the-person'

/** A server on loopback that notes every request, and what login came with it. */
class Listener implements AsyncDisposable {
  readonly requests: { line: string; login: string; headers: string }[] = []
  protected readonly server: Server

  protected constructor() {
    this.server = createServer((request, response) => {
      const { method, url, headers } = request
      const [, encoded = ''] = /^Basic (.+)$/.exec(
        headers.authorization ?? String(headers['proxy-authorization'] ?? ''),
      ) ?? ['', '']
      const login = Buffer.from(encoded, 'base64').toString()
      this.requests.push({ line: `${method} ${url}`, login, headers: JSON.stringify(headers) })
      this.answer(request, response)
    })
  }

  protected answer(_request: IncomingMessage, response: ServerResponse): void {
    response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="git"' }).end()
  }

  protected async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve))
    return this
  }

  get address(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }
}

/** Waits for people's logins. */
export class Thief extends Listener {
  static listening(): Promise<Thief> {
    return new Thief().listen()
  }

  get stolen(): string[] {
    return this.requests.map(({ line, login }) => `${line} ${login}`)
  }
}

/** A repository behind http and a login, served by git itself. */
export class HttpForge extends Listener {
  readonly repository: string
  readonly #root: string

  private constructor(root: string) {
    super()
    this.#root = root
    this.repository = join(root, 'me', 'app.git')
    execFileSync('git', ['init', '-q', '--bare', '-b', 'main', this.repository])
  }

  /** `root` is a folder of its own. */
  static serving(root: string): Promise<HttpForge> {
    return new HttpForge(root).listen()
  }

  get url(): string {
    return `${this.address}/me/app.git`
  }

  /** The person's login, as git's own helper stores it. */
  get credentials(): string {
    return `${this.address.replace('://', `://${LOGIN}@`)}\n`
  }

  tipOf(branch: string): string {
    const args = ['--git-dir', this.repository, 'rev-parse', '--verify', `refs/heads/${branch}`]
    return execFileSync('git', args, { encoding: 'utf8' }).trim()
  }

  protected override answer(request: IncomingMessage, response: ServerResponse): void {
    if (this.requests.at(-1)?.login !== LOGIN) return super.answer(request, response)
    const [path = '', query = ''] = (request.url ?? '').split('?')
    const backend = spawn('git', ['http-backend'], {
      env: {
        PATH: process.env['PATH'],
        GIT_PROJECT_ROOT: this.#root,
        GIT_HTTP_EXPORT_ALL: '1',
        PATH_INFO: path,
        QUERY_STRING: query,
        REQUEST_METHOD: request.method,
        CONTENT_TYPE: request.headers['content-type'],
        HTTP_CONTENT_ENCODING: request.headers['content-encoding'],
        REMOTE_USER: 'me',
      },
    })
    const parts: Buffer[] = []
    backend.stdout.on('data', (chunk: Buffer) => parts.push(chunk))
    backend.stdin.on('error', () => undefined)
    request.pipe(backend.stdin)
    backend.once('close', () => {
      const all = Buffer.concat(parts)
      const end = all.indexOf('\r\n\r\n')
      const headers = all.subarray(0, end).toString('latin1').split('\r\n')
      for (const header of headers) {
        const [name = '', value = ''] = header.split(': ')
        if (name === 'Status') response.statusCode = Number.parseInt(value, 10)
        else response.setHeader(name, value)
      }
      response.end(all.subarray(end + 4))
    })
  }
}
