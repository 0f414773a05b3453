import { projectIdOf } from '../../host/project/project-id.ts'
import { AccessStore, accessFilePath } from '../../host/server/access-store.ts'

/** The link to the UI of one of the user's hosts, whichever process that is. */
export class UiLink {
  readonly port: number
  readonly #access: AccessStore
  readonly #path: string

  constructor(port: number, dir: string | null, env: NodeJS.ProcessEnv) {
    this.port = port
    this.#access = new AccessStore(accessFilePath(env))
    this.#path = dir === null ? '/' : `/p/${projectIdOf(dir)}/`
  }

  /** Enough for a browser that already has access. */
  get plain(): string {
    return `http://127.0.0.1:${this.port}${this.#path}`
  }

  /** For the terminal: it works any number of times. */
  get lasting(): string {
    return this.#with(this.#access.loginToken())
  }

  /** For a command line, which others can read: it works once. */
  once(): string {
    return this.#with(this.#access.addTicket())
  }

  #with(token: string): string {
    const query = new URLSearchParams({ token, to: this.#path })
    return `http://127.0.0.1:${this.port}/enter?${query.toString()}`
  }
}
