import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CliWorld } from '../../testkit/worlds/cli-world.ts'
import { completionsOf } from './completions.ts'
import { SHELLS, type Shell } from './scripts.ts'

let world: CliWorld
beforeAll(async () => {
  world = new CliWorld()
  await world.spec('login')
  await world.spec('logout')
  await world.sdd(['bug', 'new', 'crash', '--description', 'It crashes.'])
  mkdirSync(join(world.project, 'sub folder'))
})
afterAll(() => world.dispose())

/** The completions of a line, without descriptions; its last word is being typed. */
async function words(...line: string[]): Promise<string[]> {
  const given = ['--project', world.project, ...line]
  return (await completionsOf(given, world.env)).map((one) => one.split('\t')[0] ?? '')
}

describe('what a word can become', () => {
  it('a command, a verb of bugs, an option', async () => {
    expect(await words('ini')).toEqual(['init'])
    expect(await words('')).toContain('completion')
    expect(await words('help', 'st')).toEqual(['status', 'stop', 'steering'])
    expect(await words('bug', 'ret')).toEqual(['retry'])
    expect(await words('run', 'login', '--no')).toEqual(['--nogo'])
    expect(await words('bug', 'log', '--fo')).toEqual(['--follow'])
    expect(await words('log', 'login', '--follow', '--fo')).toEqual([])
    expect(await completionsOf(['--vers'], world.env)).toEqual(['--version\tshow the version'])
  })

  it('a spec, a bug, an archived one; a new one has no name yet', async () => {
    expect(await words('run', '')).toEqual(['login', 'logout'])
    expect(await words('status', 'logi')).toEqual(['login'])
    expect(await words('tell', '--now', 'logi')).toEqual(['login'])
    expect(await words('bug', 'run', '')).toEqual(['crash'])
    expect(await words('new', '')).toEqual([])
    expect(await words('checks', 'run', '--item', 'logo')).toEqual(['logout'])
    expect(await words('run', 'login', '')).toEqual([])
  })

  it('a phase, also the next one of a list; an agent, a mode, an answer', async () => {
    expect(await words('phase', 'login', 'des')).toEqual(['design'])
    expect(await words('bug', 'phase', 'crash', 'a')).toEqual(['analyze'])
    expect(await words('approve', 'login', 'i')).toEqual([])
    expect(await words('run', 'login', '--go', 'impl,dep')).toEqual(['impl,deploy'])
    expect(await words('run', 'login', '--go=des')).toEqual(['--go=design'])
    expect(await words('run', 'login', '--agent', 'c')).toEqual(['claude', 'codex'])
    expect(await words('run', 'login', '--permission', 'f')).toEqual(['full'])
    expect(await words('answer', 'login', 'al')).toEqual(['allow', 'always'])
  })

  it('a setting and what it may hold', async () => {
    expect(await words('config', 'un')).toEqual(['unset'])
    expect(await words('config', 'unset', 'deploy.k')).toEqual(['deploy.keep'])
    expect(await words('config', 'set', 'deploy.keep', '')).toEqual(['true', 'false'])
    expect(await words('config', 'set', 'deploy.strategy', 're')).toEqual(['rebase'])
    expect(await words('config', 'get', 'deploy.strategy', '')).toEqual([])
  })

  it('a folder, which the shell completes; and nothing after --', async () => {
    expect(await words('open', '')).toEqual([':folders'])
    expect(await completionsOf(['run', '--project', ''], world.env)).toEqual([':folders'])
    expect(await words('checks', 'add', 'test', '--', 'n')).toEqual([])
    expect(await words('nonsense', '')).toEqual([])
  })

  it('starts nothing, writes nothing, and loads no command for a name', async () => {
    const before = world.tree()
    const { code, stdout, stderr } = await world.sdd(['__complete', 'run', 'lo'])
    expect([code, stdout, stderr]).toEqual([0, 'login\nlogout\n', ''])
    const elsewhere = await world.sdd(['__complete', 'run', ''], { cwd: '/' })
    expect([elsewhere.code, elsewhere.stdout, elsewhere.stderr]).toEqual([0, '', ''])
    expect(world.tree()).toEqual(before)
  })
})

/** Types a line into the completion of a real shell and returns what it offers. */
function typed(shell: Shell, line: string[], path = world.env['PATH'] ?? ''): string[] {
  const quoted = line.map((word) => `'${word}'`).join(' ')
  const programs: Record<Shell, string> = {
    bash: `eval "$(sdd completion bash)"
      COMP_WORDS=(sdd ${quoted}) COMP_CWORD=${line.length}
      _sdd_complete
      printf '%s\\n' "\${COMPREPLY[@]}"`,
    zsh: `compdef() { print -r -- "$@" >&2 }
      compadd() { print -rl -- "\${found[@]}" }
      _files() { print -rl -- */(:t) }
      eval "$(sdd completion zsh)"
      words=(sdd ${quoted}) CURRENT=${line.length + 1}
      _sdd`,
    fish: `sdd completion fish | source
      complete -C "sdd ${line.join(' ')}"`,
  }
  const options = { bash: ['--norc'], zsh: ['-f'], fish: ['--no-config'] }[shell]
  const ended = spawnSync(shell, [...options, '-c', programs[shell]], {
    cwd: world.project,
    env: { ...world.env, PATH: path },
    encoding: 'utf8',
  })
  expect([shell, ended.status]).toEqual([shell, 0])
  return ended.stdout
    .split('\n')
    .filter((one) => one !== '')
    .map((one) => one.split('\t')[0] ?? '')
}

const isInstalled = (shell: Shell): boolean => spawnSync(shell, ['-c', 'true']).status === 0
/** bash is always installed here; the other shells are tested where they exist. */
const INSTALLED = SHELLS.filter((shell) => shell === 'bash' || isInstalled(shell))

describe.each(INSTALLED)('in %s', (shell) => {
  it('the script is valid and completes commands, names and lists', () => {
    expect(typed(shell, ['ini'])).toEqual(['init'])
    expect(typed(shell, ['run', 'lo'])).toEqual(['login', 'logout'])
    expect(typed(shell, ['bug', 'run', ''])).toEqual(['crash'])
    expect(typed(shell, ['run', 'login', '--go', 'impl,dep'])).toEqual(['impl,deploy'])
  })

  it('offers folders where one is asked for', () => {
    const [folder = ''] = typed(shell, ['open', 'su'])
    expect(folder.replaceAll('\\', '').replace(/\/$/, '')).toBe('sub folder')
  })

  it('evaluates nothing of what it is given', () => {
    const bin = join(world.root, `hostile-${shell}`)
    const lines = ['$(touch pwned)', '`touch pwned`', ';touch pwned', '--x=$(touch pwned)']
    world.write(
      join(bin, 'sdd'),
      `#!/bin/sh\n[ "$1" = completion ] && exec "${join(world.bin, 'sdd')}" "$@"\nprintf '%s\\n' ${lines.map((line) => `'${line}'`).join(' ')}\n`,
    )
    chmodSync(join(bin, 'sdd'), 0o755)
    const path = [bin, process.env['PATH'] ?? ''].join(delimiter)
    expect(typed(shell, ['run', ''], path).length).toBeGreaterThan(0)
    expect(existsSync(join(world.project, 'pwned'))).toBe(false)
  })
})

describe('bash', () => {
  it('splits at = and :, and the words are put together for sdd', () => {
    expect(typed('bash', ['run', 'login', '--go', '=', 'des'])).toEqual(['design'])
    expect(typed('bash', ['run', 'login', '--go', '='])).toContain('design')
  })

  it('completes at the prompt', () => {
    const shown = execFileSync('script', ['-qec', 'bash --norc -i', '/dev/null'], {
      cwd: world.project,
      env: { ...world.env, TERM: 'dumb', PS1: '> ' },
      input: 'eval "$(sdd completion bash)"\nsdd lis\t--js\t\nexit\n',
      encoding: 'utf8',
    })
    expect(shown).toContain('{"type":"item"')
  })
})

it('says which shells there are', async () => {
  const { code, stderr } = await world.sdd(['completion', 'fis'])
  expect([code, stderr]).toEqual([2, expect.stringContaining('Did you mean fish?')])
})
