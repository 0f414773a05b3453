import { tmpdir } from 'node:os'
import { resolveExecutable } from '../../agents/process/executable.ts'
import { absolutePath } from '../../git/git-ground.ts'
import { limitFor, runGit, withoutLogin } from '../../git/git-process.ts'
import { Found } from '../findings.ts'
import type { GitContext } from '../git-context.ts'
import type { Remote } from './pull-request.ts'

interface Request {
  branch: string
  base: string
  title: string
  body: string
}

interface Forge {
  /** Opens a pull request, or updates the open one; returns its address. */
  publish(request: Request): Promise<string>
}

type Program = 'gh' | 'glab'

/** The user's own program for the service that the remote names. */
export function findForge(context: GitContext, remote: Remote): Forge {
  const place = placeOf(remote)
  const program = programFor(context, place.host)
  const path = pathOf(context, program)
  if (path === null) throw new Found({ problem: 'forge-missing', values: { program } })
  const run = (args: string[], input = ''): Promise<string> =>
    runProgram({ program, path, context }, args, input)
  return program === 'gh' ? github(run, place) : gitlab(run, place)
}

interface Place {
  host: string
  /** Owner and name. */
  path: string
}

const URL_SHAPE =
  /^(?!file:)(?:[a-z+]+:\/\/(?:[^@/]+@)?(?<host>[^/:]+)(?::\d+)?\/|(?:[^@/]+@)?(?<scpHost>[^/:]+):(?!\/\/))(?<path>[^?#]+?)(?:\.git)?\/?$/

const PART = /^[\w][\w.~-]*$/

function placeOf({ name, url }: Remote): Place {
  const groups = URL_SHAPE.exec(url)?.groups
  const host = groups?.['host'] ?? groups?.['scpHost'] ?? ''
  const path = groups?.['path'] ?? ''
  const isPlain = [host, ...path.split('/')].every((part) => PART.test(part))
  if (!isPlain || !path.includes('/'))
    throw new Found({ problem: 'remote-unknown', values: { remote: name, url: withoutLogin(url) } })
  return { host, path }
}

function programFor(context: GitContext, host: string): Program {
  if (host === 'github.com') return 'gh'
  if (/(^|\.)gitlab(\.|$)/.test(host)) return 'glab'
  return pathOf(context, 'gh') === null && pathOf(context, 'glab') !== null ? 'glab' : 'gh'
}

function pathOf({ env }: GitContext, executable: Program): string | null {
  const found = resolveExecutable({ command: () => ({ executable, program: null }) }, env)
  return found.ok ? found.value.path : null
}

interface Ran {
  program: Program
  path: string
  context: GitContext
}

/** Not run in the repository, whose configuration could name other programs. */
async function runProgram(
  { program, path, context }: Ran,
  args: string[],
  input: string,
): Promise<string> {
  const { signal } = context
  const own = Object.entries(context.env).filter(([name]) => !name.startsWith('GIT_'))
  const env = { ...Object.fromEntries(own), GH_PROMPT_DISABLED: '1', NO_COLOR: '1', NO_PROMPT: '1' }
  const { code, out, errors } = await runGit({
    program: path,
    args,
    cwd: tmpdir(),
    env: { ...env, PATH: absolutePath(context.env['PATH']) },
    limitMs: limitFor('network', context.env),
    input,
    ...(signal === undefined ? {} : { signal }),
  })
  if (code === 0) return out.toString('utf8')
  const said = errors.trim().split('\n').slice(-3).join(' ')
  const words = args.slice(0, 2).join(' ')
  throw new Found({
    problem: 'forge-failed',
    values: { program, words, code: String(code), said: said || 'no message' },
  })
}

type Run = (args: string[], input?: string) => Promise<string>

function github(run: Run, { host, path }: Place): Forge {
  const repo = `--repo=${host}/${path}`
  return {
    async publish({ branch, base, title, body }) {
      const which = [`--head=${branch}`, `--base=${base}`]
      const asked = ['--state=open', '--json=number,url', '--limit=1']
      const listed = await run(['pr', 'list', repo, ...which, ...asked])
      const [open] = rowsIn(listed)
      const text = [`--title=${title}`, '--body-file=-']
      if (open === undefined)
        return urlIn(await run(['pr', 'create', repo, ...which, ...text], body))
      await run(['pr', 'edit', String(Number(open['number'])), repo, ...text], body)
      return urlIn(String(open['url']))
    },
  }
}

function gitlab(run: Run, { host, path }: Place): Forge {
  const repo = `--repo=https://${host}/${path}`
  return {
    async publish({ branch, base, title, body }) {
      const source = `--source-branch=${branch}`
      const target = `--target-branch=${base}`
      const listed = await run(['mr', 'list', repo, source, target, '--output=json'])
      const [open] = rowsIn(listed)
      const text = [`--title=${title}`, `--description=${body}`]
      if (open === undefined)
        return urlIn(await run(['mr', 'create', repo, source, target, ...text, '--yes']))
      await run(['mr', 'update', String(Number(open['iid'])), repo, ...text])
      return urlIn(String(open['web_url']))
    },
  }
}

function rowsIn(text: string): Record<string, unknown>[] {
  try {
    const value: unknown = JSON.parse(text || '[]')
    return Array.isArray(value) ? (value as Record<string, unknown>[]) : []
  } catch {
    return []
  }
}

function urlIn(text: string): string {
  const found = text.match(/https?:\/\/\S+/g)?.at(-1)
  if (found === undefined) throw new Found({ problem: 'no-address', values: { said: text.trim() } })
  return found
}
