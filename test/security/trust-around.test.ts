import { hash } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TrustView } from '../../src/contracts/views/trust-view.ts'
import { cannotIsolate } from '../../src/host/trust/isolation.ts'
import { readTrust } from '../../src/host/trust/findings.ts'
import { serverFilesFor } from '../../src/host/trust/server-files.ts'
import { isOpenFolder, strangerWords } from '../../src/host/trust/strangers.ts'
import { decideTrust } from '../../src/host/trust/trust-file.ts'

const SERVER = JSON.stringify({ mcpServers: { evil: { command: 'sh', args: ['-c', 'id'] } } })
const IS_ROOT = process.getuid?.() === 0
const STRANGER = 4711
const MAKE_FIFO = 'mkfifo'

/** The project is `repo/app`, with the folders `repo` and `root` above it. */
let root: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'trust-around-')))
  mkdirSync(join(root, 'repo/app'), { recursive: true })
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const at = (path: string): string => join(root, path)
const put = (path: string, text: string): void => {
  mkdirSync(dirname(at(path)), { recursive: true })
  writeFileSync(at(path), text)
}
const link = (target: string, path: string): void => {
  mkdirSync(dirname(at(path)), { recursive: true })
  symlinkSync(target, at(path))
}
const git = (path: string, ...args: string[]): void => {
  const who = ['-c', 'user.name=Me', '-c', 'user.email=me@example.com']
  execFileSync('git', ['-C', at(path), ...who, ...args], { stdio: 'pipe' })
}

const env = (): NodeJS.ProcessEnv => ({ HOME: at('home'), XDG_STATE_HOME: at('state') })

const look = (projectDir = at('repo/app'), workDirs: string[] = []): TrustView =>
  readTrust({ projectDir, env: env(), spec: null, workDirs })

/** What is not decided on, as it is shown. */
const asked = (...place: Parameters<typeof look>): string[] =>
  look(...place).undecided.map(({ id }) => id.replace(root, 'ROOT'))

const trust = (...[projectDir = at('repo/app'), workDirs]: Parameters<typeof look>): void => {
  const { findings } = look(projectDir, workDirs)
  decideTrust(projectDir, env(), { decision: 'trusted', findings, at: new Date() })
}

const detailsOf = (id: string): string[] =>
  look().findings.find((finding) => finding.id === id || finding.id === at(id))?.details ?? []

describe('what is above a project', () => {
  it.each([
    '.mcp.json',
    '.claude/settings.local.json',
    '.claude/agents/helper.md',
    '.claude/commands/x.md',
    '.claude/skills/x/SKILL.md',
    '.claude/hooks/x.sh',
    '.claude/output-styles/x.md',
    '.claude/workflows/x.js',
    '.codex/config.toml',
    '.agents/skills/x/SKILL.md',
    'opencode.json',
    'opencode.jsonc',
    '.opencode/plugin/p.ts',
    '.gemini/.env',
  ])('T11 is asked about by its whole path, and again when it changes: %s', (path) => {
    put(`repo/${path}`, 'one')
    put(path, 'one')
    expect(asked().toSorted()).toEqual([`ROOT/${path}`, `ROOT/repo/${path}`].toSorted())
    trust()
    expect(asked()).toEqual([])
    put(path, 'two')
    expect(asked()).toEqual([`ROOT/${path}`])
    expect(look().undecided[0]).toMatchObject({ change: 'changed' })
  })

  it('T11 is not asked about where no program looks for it', () => {
    git('repo', 'init', '-q')
    for (const path of ['.claude/agents/a.md', '.codex/config.toml', 'opencode.json']) put(path, '')
    for (const path of ['.claude/settings.json', '.gemini/settings.json']) put(`repo/${path}`, '{}')
    put('repo/app/pkg/.mcp.json', SERVER)
    expect(asked()).toEqual([])
  })

  it('T11 has no end at the git root for servers', () => {
    git('repo', 'init', '-q')
    put('.mcp.json', SERVER)
    expect(asked()).toEqual(['ROOT/.mcp.json'])
    expect(detailsOf('.mcp.json')).toEqual(['in a folder above', 'MCP server evil: sh -c id'])
  })

  it('T11 leaves the programs’ own folders in the home folder to the user', () => {
    for (const path of ['.claude/agents/a.md', '.codex/config.toml', '.agents/skills/s/SKILL.md'])
      put(`home/${path}`, '')
    put('home/.gemini/.env', 'A=1')
    put('home/.env', 'A=1')
    put('home/.opencode/plugin/p.ts', '')
    put('home/.mcp.json', SERVER)
    mkdirSync(at('home/app/.gemini'), { recursive: true })
    expect(asked(at('home/app'))).toEqual(['ROOT/home/.mcp.json'])
  })

  it('T11 includes the main checkout of a worktree', () => {
    put('main/app.txt', '')
    git('main', 'init', '-q')
    git('main', 'add', '.')
    git('main', 'commit', '-q', '-m', 'first')
    git('main', 'worktree', 'add', '-q', at('tree'))
    put('main/.claude/settings.local.json', '{}')
    put('main/.mcp.json', SERVER)
    expect(asked(at('tree'))).toEqual(['ROOT/main/.claude/settings.local.json'])
  })

  it('T11 includes what is above a worktree that lies outside of the project', () => {
    put('repo/app/app.txt', '')
    git('repo/app', 'init', '-q')
    git('repo/app', 'add', '.')
    git('repo/app', 'commit', '-q', '-m', 'first')
    git('repo/app', 'worktree', 'add', '-q', at('worktrees/one'))
    put('worktrees/.mcp.json', SERVER)
    put('worktrees/one/pkg/.claude/skills/x/SKILL.md', 'x')
    put('repo/app/.claude/agents/a.md', 'x')
    put('worktrees/one/.claude/agents/a.md', 'x')
    const place = [at('repo/app'), [at('worktrees/one')]] as const
    expect(asked(place[0], [...place[1]])).toEqual([
      '.claude/agents/a.md',
      '../../worktrees/one/pkg/.claude/skills/x/SKILL.md',
      'ROOT/worktrees/.mcp.json',
    ])
    trust(place[0], [...place[1]])
    expect(asked(place[0], [...place[1]])).toEqual([])
  })

  it('T11 says in words what belongs to another user or can be changed by everyone', () => {
    put('.mcp.json', SERVER)
    chmodSync(at('.mcp.json'), 0o666)
    expect(detailsOf('.mcp.json')).toContain('everyone on this computer can change it')
    expect(strangerWords({ uid: STRANGER, mode: 0o100644 })).toEqual([
      `it belongs to another user (uid ${STRANGER})`,
    ])
    expect(strangerWords({ uid: process.getuid?.() ?? 0, mode: 0o100644 })).toEqual([])
    expect(strangerWords({ uid: 0, mode: 0o100644 })).toEqual([])
    if (!IS_ROOT) return
    chownSync(at('.mcp.json'), STRANGER, STRANGER)
    expect(detailsOf('.mcp.json')).toContain(`it belongs to another user (uid ${STRANGER})`)
  })

  it('T11 asks about text for the model only where someone else has put it', () => {
    for (const path of ['CLAUDE.md', 'AGENTS.md', '.claude/rules/r.md', 'GEMINI.md'])
      for (const folder of ['', 'repo/', 'repo/app/']) put(`${folder}${path}`, 'Be brief.')
    put('repo/app/CLAUDE.local.md', 'x')
    put('repo/app/AGENTS.override.md', 'x')
    expect(asked()).toEqual([])
    chmodSync(root, 0o777)
    expect(asked()).toEqual([])
    chmodSync(at('CLAUDE.md'), 0o666)
    expect(asked()).toEqual(['ROOT/CLAUDE.md'])
    expect(detailsOf('CLAUDE.md')[0]).toBe('text for the model, in a folder above')
  })
})

describe('what is below a project', () => {
  it.each([
    'pkg/.claude/skills/x/SKILL.md',
    'a/b/c/.claude/skills/x/SKILL.md',
    '.hidden/.claude/skills/x/SKILL.md',
    'node_modules/dep/.claude/skills/x/SKILL.md',
    '.claude/docs/.claude/skills/x/SKILL.md',
    '.kiro/worktrees/none/.claude/skills/x/SKILL.md',
    '.claude/agents/node_modules/helper.md',
    '.claude/skills/x/node_modules/y/index.js',
    '.claude/agents/package-lock.json',
    '.claude/scheduled_tasks.json',
  ])('T11 is asked about, and again when it changes: %s', (path) => {
    put(`repo/app/${path}`, 'one')
    expect(asked()).toEqual([path])
    trust()
    expect(asked()).toEqual([])
    put(`repo/app/${path}`, 'two')
    expect(asked()).toEqual([path])
  })

  it('T11 is found when it appears in a folder that was looked at long ago', () => {
    put('repo/app/pkg/x.txt', '')
    const past = new Date(Date.now() - 60_000)
    for (let round = 0; round < 3; round++) {
      utimesSync(at('repo/app/pkg'), past, past)
      expect(asked()).toEqual([])
    }
    put('repo/app/pkg/.claude/skills/x/SKILL.md', 'x')
    utimesSync(at('repo/app/pkg'), past, past)
    expect(asked()).toEqual(['pkg/.claude/skills/x/SKILL.md'])
  })

  it('T11 says that packages which opencode has installed are left out, and only these', () => {
    put('repo/app/.opencode/node_modules/x/index.js', '')
    put('repo/app/.opencode/bun.lock', '')
    put('repo/app/.opencode/plugin/node_modules/x/index.js', '')
    expect(asked()).toEqual(['.opencode/plugin/node_modules/x/index.js'])
  })
})

describe('what a trusted file has its program load', () => {
  const settings = {
    extraKnownMarketplaces: { mine: { source: { source: 'directory', path: '' } } },
  }
  const naming = (path: string): string =>
    JSON.stringify(settings).replace('"path":""', `"path":"${path}"`)

  it.each([
    ['.claude/settings.json', naming('./market'), 'market/one/hooks/hooks.json'],
    ['.claude/settings.json', naming('./'), 'hooks/hooks.json'],
    ['opencode.json', '{ "plugin": ["./own.ts"] }', 'own.ts'],
    ['.opencode/opencode.jsonc', '{ "plugin": ["file://../own.ts"] }', 'own.ts'],
    ['opencode.json', '{ "mcp": { "a": { "command": ["{file:./words}"] } } }', 'words'],
  ])('T11 is part of the decision: %s %s', (path, text, named) => {
    put(`repo/app/${path}`, text)
    put(`repo/app/${named}`, 'one')
    trust()
    put(`repo/app/${named}`, 'two')
    expect(asked()).toEqual([named])
    expect(look().undecided[0]?.details).toContain(`named by ${path}`)
  })

  it('T11 cannot be trusted where it is a whole disk or without end', () => {
    put('repo/app/opencode.json', '{ "plugin": ["/usr"] }')
    trust()
    expect(asked()).toEqual(['/usr'])
    const names = Array.from({ length: 200 }, (_, index) => `"./p${index}.ts"`)
    put('repo/app/opencode.json', `{ "plugin": [${names.join(', ')}] }`)
    trust()
    expect(asked()).toEqual(['opencode.json: files'])
  })

  it('T11 variables of gemini are asked about by their names, where the project is set up for it', () => {
    put('repo/app/.env', 'TOKEN=secret\nexport NODE_OPTIONS=--require ./x.js\n')
    put('.env', 'LD_PRELOAD=/x.so')
    expect(asked()).toEqual([])
    put('repo/app/.gemini/settings.json', '{}')
    expect(asked()).toEqual(['.gemini/settings.json', '.env', 'ROOT/.env'])
    expect(detailsOf('.env')).toEqual(['sets TOKEN, NODE_OPTIONS'])
    expect(detailsOf(at('.env'))).toEqual(['in a folder above', 'sets LD_PRELOAD'])
  })
})

describe('links in place of what an agent loads', () => {
  it.each([
    ['.claude/settings.json', '../shared/target', 'repo/app/shared/target'],
    ['.mcp.json', 'shared/target', 'repo/app/shared/target'],
    ['.claude', 'shared', 'repo/app/shared/settings.json'],
    ['.opencode', 'shared', 'repo/app/shared/plugin/p.ts'],
    ['.claude/skills/x', '../../shared', 'repo/app/shared/SKILL.md'],
    ['.mcp.json', '../../outside', 'outside'],
    ['.claude/agents', '../../../outside', 'outside/helper.md'],
    ['pkg/.claude', '../../../outside', 'outside/skills/x/SKILL.md'],
    ['.agents/skills', '../../../outside', 'outside/x/SKILL.md'],
  ])(
    'T11 are followed, and asked about when the content changes: %s to %s',
    (path, target, file) => {
      put(file, 'one')
      mkdirSync(dirname(at(`repo/app/${path}`)), { recursive: true })
      link(target, `repo/app/${path}`)
      expect(asked()).toHaveLength(1)
      trust()
      expect(asked()).toEqual([])
      put(file, 'two')
      expect(asked()).toHaveLength(1)
      const leadsOut = look().undecided[0]?.details.some((line) => line.includes('leads out'))
      expect(leadsOut).toBe(file.startsWith('outside'))
    },
  )

  it('T11 never show the text of what lies outside', () => {
    put('outside.json', SERVER)
    link(at('outside.json'), 'repo/app/.mcp.json')
    expect(detailsOf('.mcp.json')).toEqual([`a link that leads out, to ${at('outside.json')}`])
  })

  it('T11 that lead nowhere, in circles or to each other come to an end', () => {
    link('nowhere', 'repo/app/.mcp.json')
    link('..', 'repo/app/.claude/skills/up')
    link('..', 'repo/app/.claude/skills/again')
    link('loop', 'repo/app/.claude/agents/loop')
    expect(asked()).toContain('.mcp.json')
    trust()
    expect(asked()).toEqual([])
    put('repo/app/nowhere', SERVER)
    expect(asked()).toEqual(['.mcp.json'])
    put('repo/app/.claude/skills/new/SKILL.md', 'x')
    expect(asked()).toContain('.claude/skills/new/SKILL.md')
  })

  it.each([
    ['a device', (path: string) => symlinkSync('/dev/zero', path)],
    ['a file of the kernel', (path: string) => symlinkSync('/proc/uptime', path)],
    ['a pipe', (path: string) => execFileSync(MAKE_FIFO, [path])],
  ])('T11 %s cannot be trusted', (_what, make) => {
    make(at('repo/app/.mcp.json'))
    trust()
    expect(asked()).toEqual(['.mcp.json'])
    expect(detailsOf('.mcp.json')[0]).toContain('cannot be trusted')
  })

  it('T11 to a whole disk cannot be trusted, and do not hold anything up', () => {
    link('/', 'repo/app/.claude/skills/all')
    trust()
    expect(asked()).toContain('.claude/skills')
  })
})

describe('large files', () => {
  const FILE = 'repo/app/.claude/skills/x/data.bin'
  const MB = 1024 * 1024
  const replaceUnseen = (text: string): void => {
    const { atime, mtime, ino } = statSync(at(FILE))
    const content = readFileSync(at(FILE))
    content.write(text, content.length - 100)
    writeFileSync(at(FILE), content)
    utimesSync(at(FILE), atime, mtime)
    expect(lstatSync(at(FILE))).toMatchObject({ ino, mtime })
  }

  it('T11 count by their content, though size, time and inode stay the same', () => {
    put(FILE, 'x'.repeat(5 * MB))
    const past = new Date(Date.now() - 60_000)
    utimesSync(at(FILE), past, past)
    trust()
    expect(asked()).toEqual([])
    replaceUnseen('something else')
    expect(asked()).toEqual(['.claude/skills/x/data.bin'])
    trust()
    replaceUnseen('something new')
    expect(asked()).toEqual(['.claude/skills/x/data.bin'])
  })

  it('T11 that are too large to be read count by every change', () => {
    put(FILE, '')
    truncateSync(at(FILE), 300 * MB)
    expect(detailsOf(FILE.replace('repo/app/', ''))[0]).toContain('too large')
    const { atime, mtime } = statSync(at(FILE))
    trust()
    expect(asked()).toEqual([])
    truncateSync(at(FILE), 301 * MB)
    truncateSync(at(FILE), 300 * MB)
    utimesSync(at(FILE), atime, mtime)
    expect(asked()).toEqual(['.claude/skills/x/data.bin'])
  })
})

describe('decisions and launches', () => {
  it('T11 decisions of earlier versions stay valid for what is as it was', () => {
    const files = { '.mcp.json': SERVER, '.claude/agents/a.md': 'a', '.codex/config.toml': 'x = 1' }
    for (const [path, text] of Object.entries(files)) put(`repo/app/${path}`, text)
    trust()
    const [name = ''] = readdirSync(at('state/sdd-orchestrator/trust'))
    const file = at(`state/sdd-orchestrator/trust/${name}`)
    const kept = JSON.parse(readFileSync(file, 'utf8')) as { findings: Record<string, string> }
    expect(kept.findings).toEqual(
      Object.fromEntries(
        Object.entries(files).map(([path, text]) => [path, hash('sha256', text, 'hex')]),
      ),
    )
  })

  it('T11 where others can write to a folder above, claude gets the trusted servers by name', () => {
    const place = { projectDir: at('repo/app'), dir: at('repo/app'), env: env() }
    put('repo/app/.mcp.json', SERVER)
    put('.mcp.json', SERVER.replace('evil', 'other'))
    put('home/.claude.json', SERVER)
    chmodSync(root, 0o777)
    expect(serverFilesFor('claude', place)).toEqual([at('home/.claude.json')])
    trust()
    const trusted = [at('repo/app/.mcp.json'), at('.mcp.json'), at('home/.claude.json')]
    expect(serverFilesFor('claude', place)).toEqual(trusted)
    put('.mcp.json', '{}')
    expect(serverFilesFor('claude', place)).toEqual([trusted[0], trusted[2]])
    expect(serverFilesFor('codex', place)).toBeNull()
  })

  it('T11 a folder is open if everyone or another user can write to it', () => {
    expect(isOpenFolder(root)).toBe(false)
    chmodSync(root, 0o1777)
    expect(isOpenFolder(root)).toBe(true)
    chmodSync(root, 0o755)
    expect(isOpenFolder(at('none'))).toBe(false)
    if (!IS_ROOT) return
    chownSync(root, STRANGER, STRANGER)
    expect(isOpenFolder(root)).toBe(true)
  })

  it('T11 an agent that cannot leave plugins alone is not started below them either', () => {
    expect(cannotIsolate('opencode', at('repo/app'), env())).toBeNull()
    put('repo/.opencode/plugin/p.ts', '')
    expect(cannotIsolate('opencode', at('repo/app'), env())).toMatchObject({
      code: 'AGENT_NOT_ISOLATED',
    })
    expect(cannotIsolate('claude', at('repo/app'), env())).toBeNull()
  })
})
