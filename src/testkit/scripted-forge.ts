import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const GITHUB = {
  program: 'gh',
  url: 'https://github.com/me/app.git',
  address: 'https://github.com/me/app/pull/7',
  answers: (open: string) => `case "$1 $2" in
  "pr list") if [ -f ${open} ]; then echo '[{"number":7,"url":"https://github.com/me/app/pull/7"}]'; else echo '[]'; fi ;;
  "pr create") touch ${open}; echo https://github.com/me/app/pull/7 ;;
esac`,
}

const GITLAB: typeof GITHUB = {
  program: 'glab',
  url: 'git@gitlab.example.com:team/sub/app.git',
  address: 'https://gitlab.example.com/team/sub/app/-/merge_requests/3',
  answers: (open) => `case "$1 $2" in
  "mr list") if [ -f ${open} ]; then echo '[{"iid":3,"web_url":"https://gitlab.example.com/team/sub/app/-/merge_requests/3"}]'; else echo '[]'; fi ;;
  "mr create") touch ${open}; echo https://gitlab.example.com/team/sub/app/-/merge_requests/3 ;;
esac`,
}

const KINDS = { github: GITHUB, gitlab: GITLAB }

/** A bare remote behind the address of a forge, and a scripted stand-in for its CLI. */
export class ScriptedForge {
  readonly remote: string
  readonly url: string
  /** The address of the one request that it opens. */
  readonly address: string
  readonly #root: string
  readonly #kind: typeof GITHUB

  /** `root` is the user's home folder. */
  constructor(root: string, kind: keyof typeof KINDS = 'github') {
    this.#root = root
    this.#kind = KINDS[kind]
    this.url = this.#kind.url
    this.address = this.#kind.address
    this.remote = join(root, 'remote.git')
    mkdirSync(join(root, 'bin'), { recursive: true })
    execFileSync('git', ['init', '-q', '--bare', '-b', 'main', this.remote])
    // The address is the forge's, but git's configuration redirects it to the bare remote.
    writeFileSync(join(root, '.gitconfig'), `[url "${this.remote}"]\n\tinsteadOf = ${this.url}\n`)
    this.works()
  }

  get env(): NodeJS.ProcessEnv {
    return { HOME: this.#root, PATH: `${join(this.#root, 'bin')}:${process.env['PATH']}` }
  }

  works(): void {
    this.#script(this.#kind.answers(join(this.#root, 'open')))
  }

  fails(words: string): void {
    this.#script(`echo '${words}' >&2; exit 4`)
  }

  /** Every call of the CLI: its arguments, one per line, and its input. */
  log(): string {
    const file = join(this.#root, 'forge.log')
    return existsSync(file) ? readFileSync(file, 'utf8') : ''
  }

  tipOf(branch: string): string {
    const args = ['--git-dir', this.remote, 'rev-parse', `refs/heads/${branch}`]
    return execFileSync('git', args, { encoding: 'utf8' }).trim()
  }

  #script(answers: string): void {
    const path = join(this.#root, 'bin', this.#kind.program)
    const noting = `{ echo "$PWD"; for word in "$@"; do echo "[$word]"; done; cat; echo; } >> ${join(this.#root, 'forge.log')}`
    writeFileSync(path, `#!/bin/sh\n${noting}\n${answers}\n`)
    chmodSync(path, 0o755)
  }
}
