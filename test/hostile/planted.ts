import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { join } from 'node:path'
import { configText, type ConfigEntry } from '../../src/host/git/config-text.ts'
import { SETTINGS, type Lure } from './git-settings.ts'

const HOOKS = `
pre-commit post-commit post-checkout post-merge pre-merge-commit pre-rebase post-rewrite
reference-transaction post-index-change pre-push prepare-commit-msg commit-msg pre-auto-gc
fsmonitor-watchman applypatch-msg pre-receive update post-receive post-update proc-receive
push-to-checkout sendemail-validate
`
  .trim()
  .split(/\s+/)

/** What stands for the part of a name that the repository chooses. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  branch: ['main', 'feature/login'],
  credential: ['https://github.com', 'http://127.0.0.1'],
  http: ['https://github.com', 'http://127.0.0.1'],
  protocol: ['http', 'ext'],
  remote: ['origin', 'evil'],
  submodule: ['lib'],
  url: ['ADDRESS'],
}

/**
 * Values for every setting of the table, each of which leaves a trace of its own: a mark, a file
 * outside of the repository, or a connection.
 */
export class Planted implements AsyncDisposable {
  readonly #root: string
  readonly #server: Server
  readonly #heard: string[] = []

  private constructor(root: string, server: Server) {
    this.#root = root
    this.#server = server
    for (const dir of [this.#marks, this.#outside]) mkdirSync(dir, { recursive: true })
    server.on('connection', (socket) => {
      socket.on('error', () => undefined)
      socket.once('data', (bytes) => {
        this.#heard.push(`heard ${bytes.toString('latin1').split('\r\n')[0]}`)
        socket.end(
          'HTTP/1.1 401 no\r\nWWW-Authenticate: Basic realm="x"\r\nContent-Length: 0\r\n\r\n',
        )
      })
    })
    this.#prepareOutside()
  }

  /** `root` is a folder outside of the repository. */
  static async at(root: string): Promise<Planted> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return new Planted(root, server)
  }

  get #marks(): string {
    return join(this.#root, 'marks')
  }

  get #outside(): string {
    return join(this.#root, 'outside')
  }

  /** What is planted for one setting of the table. */
  entries(wanted: string): ConfigEntry[] {
    return SETTINGS.filter(([name]) => name === wanted).flatMap(([name, lure]) =>
      entriesFor(name, this.#value(name, lure)),
    )
  }

  /** The configuration: all settings, or one of them together with those that it may need. */
  text(only: string | null = null): string {
    const names = SETTINGS.flatMap(([name, lure]) =>
      only === null || name === only || isLiteral(lure) ? [name] : [],
    )
    return configText(names.flatMap((name) => this.entries(name)))
  }

  /** A shell command that leaves the mark of that name. */
  deed(name: string): string {
    return `touch ${join(this.#marks, name.replace(/[^\w.-]/g, '_'))}`
  }

  /** What has happened so far, in words. */
  traces(): string[] {
    const marks = readdirSync(this.#marks).map((name) => `ran ${name}`)
    const written = readdirSync(this.#outside, { recursive: true, encoding: 'utf8' })
      .filter((path) => !existsSync(join(this.#root, 'expected', path)))
      .map((path) => `wrote ${path}`)
    return [...marks, ...written, ...this.#heard].toSorted()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #value(name: string, lure: Lure): string {
    const { port } = this.#server.address() as AddressInfo
    if (lure === 'program') return this.#script(name, TALKING.test(name) ? 'false' : 'cat; true')
    if (lure === 'shell') return `!${this.deed(name)}; cat; true`
    if (lure === 'path') return join(this.#outside, name)
    if (lure === 'address') return `http://127.0.0.1:${port}/${name}`
    return lure.literal
  }

  /** A file, because git starts some programs with a shell and some without. */
  #script(name: string, then: string): string {
    const path = join(this.#root, 'programs', name.replace(/[^\w.-]/g, '_'))
    mkdirSync(join(path, '..'), { recursive: true })
    writeFileSync(path, `#!/bin/sh\n${this.deed(name)}\n${then}\n`, { mode: 0o755 })
    return path
  }

  /** Files and folders that some settings need in order to take effect. */
  #prepareOutside(): void {
    const files: Record<string, string> = {
      'core.attributesFile': '* filter=evil diff=evil merge=evil\n',
      'core.excludesFile': 'nothing-like-this\n',
      'init.templateDir/description': 'evil\n',
    }
    for (const hook of HOOKS)
      files[`core.hooksPath/${hook}`] = `#!/bin/sh\n${this.deed(`hooksPath.${hook}`)}\n`
    for (const folder of [this.#outside, join(this.#root, 'expected')])
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(join(folder, path, '..'), { recursive: true })
        writeFileSync(join(folder, path), text)
        chmodSync(join(folder, path), 0o755)
      }
  }
}

/** Git and they would wait for each other. */
const TALKING = /^(core\.(sshCommand|gitProxy)|remote\.<name>\.(receivepack|uploadpack|vcs))$/

const isLiteral = (lure: Lure): boolean => typeof lure !== 'string'

/** `filter.<driver>.clean` becomes `[filter "evil"] clean`, and so on. */
function entriesFor(name: string, value: string): ConfigEntry[] {
  const [section = '', ...rest] = name.split('.')
  const key = rest.pop() ?? ''
  const middle = rest.join('.')
  // `alias.<name>` has the name in the place of the key.
  if (key.startsWith('<')) return [{ section, sub: null, key: 'evil', value }]
  if (middle === '') return [{ section, sub: null, key, value }]
  // Where the repository says that its remote is, the user's own pushes go too.
  if (/^remote\.<name>\.(push)?url$/.test(name)) return [{ section, sub: 'evil', key, value }]
  const subs = middle.startsWith('<') ? (NAMES[section] ?? ['evil']) : [middle]
  return subs.flatMap((sub) =>
    section === 'url'
      ? ['https://github.com', 'http://127.0.0.1'].map((from) => ({
          section,
          sub: value,
          key,
          value: from,
        }))
      : [{ section, sub, key, value }],
  )
}
