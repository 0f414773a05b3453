import { spawn } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AgentId } from '../../../contracts/ids.ts'
import { AgentWorld } from '../../../testkit/worlds/agent-world.ts'
import {
  type AgentFolder,
  fenceLaunch,
  readExitFile,
  readStartFile,
} from '../folder/agent-folder.ts'
import { processTable } from './process-table.ts'
import { WRAPPER_SCRIPT } from './wrapper.ts'

let world: AgentWorld
let agentId: AgentId
let folder: AgentFolder
beforeEach(() => {
  world = new AgentWorld()
  agentId = world.request().key.agentId
  folder = world.folder(agentId)
  mkdirSync(folder.path, { recursive: true })
})
afterEach(() => world.dispose())

type Run = { shell?: string[]; script?: string; args: string[] }

const run = ({ shell = ['/bin/sh'], script = WRAPPER_SCRIPT, args }: Run) => {
  const [command = '', ...options] = shell
  const exit = openSync(folder.exit, 'wx')
  const child = spawn(command, [...options, '-c', script, 'sdd-agent', folder.path, '', ...args], {
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', exit],
    env: {
      PATH: process.env['PATH'],
      SDD_SPEC_DIR: world.dir,
      SDD_AGENT_ID: agentId,
      SDD_AGENT_DIR: folder.path,
    },
  })
  closeSync(exit)
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { pid: child.pid ?? 0, ended }
}

// On macOS, /bin/sh is bash.
describe.each([{ shell: ['/bin/sh'] }, { shell: ['/bin/bash', '--posix'] }])(
  'wrapper in %j',
  ({ shell }) => {
    it('X14 writes down its pid and start time, then how the agent ended', async () => {
      world.gate('go')
      const body = 'echo $$ >"$SDD_SPEC_DIR/pid"; read -r _ <"$SDD_SPEC_DIR/go"; exit 7'
      const waiting = world.program(body)
      const { pid, ended } = run({ shell, args: [waiting] })
      // The agent would not see a signal that comes between fork and exec.
      await world.pid('pid')
      const startTime = processTable.startTimeOf(pid)
      expect(readStartFile(folder)).toEqual({ kind: 'started', pid, startTime })
      expect(readExitFile(folder)).toBeNull()
      process.kill(-pid, 'SIGTERM')
      expect(await ended).toBe(143)
      expect(readExitFile(folder)).toBe(143)
    })

    it('X14 does not run the agent once its launch is fenced', async () => {
      fenceLaunch(folder)
      const { ended } = run({ shell, args: [world.program('echo ran >"$SDD_SPEC_DIR/ran"')] })
      expect(await ended).not.toBe(0)
      expect(existsSync(world.path('ran'))).toBe(false)
      expect(readStartFile(folder)).toEqual({ kind: 'fenced' })
      expect(readExitFile(folder)).toBeNull()
    })

    it.each([
      ['a link to a file of the person', 'ln -sf "$SDD_SPEC_DIR/bashrc" "$SDD_AGENT_DIR/exit"'],
      ['a link to be filled', 'ln -sf "$SDD_SPEC_DIR/made" "$SDD_AGENT_DIR/exit"'],
      ['a pipe that no one reads', 'rm "$SDD_AGENT_DIR/exit"; mkfifo "$SDD_AGENT_DIR/exit"'],
      ['a folder', 'rm "$SDD_AGENT_DIR/exit"; mkdir "$SDD_AGENT_DIR/exit"'],
      ['an exit status', 'rm "$SDD_AGENT_DIR/exit"; ln -s start "$SDD_AGENT_DIR/exit"'],
    ])('T10 writes the exit status into its own file, not into %s', async (_, plant) => {
      writeFileSync(world.path('bashrc'), 'of the person')
      const { ended } = run({ shell, args: [world.program(`${plant}; exit 3`)] })
      expect(await ended).toBe(3)
      expect(world.text('bashrc')).toBe('of the person')
      expect(existsSync(world.path('made'))).toBe(false)
      expect(readExitFile(folder)).toBeNull()
      expect(readStartFile(folder).kind).toBe('started')
    })

    it('T10 leaves the agent no way into the file that tells its end', async () => {
      const program = world.program('if (echo 0 >&3) 2>/dev/null; then exit 1; else exit 4; fi')
      expect(await run({ shell, args: [program] }).ended).toBe(4)
      expect(readExitFile(folder)).toBe(4)
    })

    it('X14 does not make the agent deaf to SIGTERM', async () => {
      const program = world.program('echo $$ >"$SDD_SPEC_DIR/pid"; while :; do sleep 1000; done')
      const { pid, ended } = run({ shell, args: [program] })
      process.kill(await world.pid('pid'), 'SIGTERM')
      expect(await ended).toBe(143)
      expect(pid).toBeGreaterThan(1)
    })

    it('X20 runs the command as it is given, whatever it contains', async () => {
      const evil = [
        `$(touch ${world.path('pwned')})`,
        "'; touch pwned; '",
        '`id`',
        '-e',
        '',
        'a\nb',
        '*',
      ]
      const program = world.program('printf "%s\\0" "$@" >"$SDD_SPEC_DIR/args"')
      await run({ shell, args: [program, ...evil] }).ended
      expect(world.text('args').split('\0').slice(0, -1)).toEqual(evil)
      expect(existsSync(world.path('pwned'))).toBe(false)
    })
  },
)

describe('wrapper without /proc', () => {
  it('X14 takes the start time from ps', async () => {
    const script = WRAPPER_SCRIPT.replace('/proc/$$/stat', join(folder.path, 'none'))
    expect(await run({ script, args: ['/bin/true'] }).ended).toBe(0)
    expect(readStartFile(folder)).toMatchObject({
      kind: 'started',
      startTime: expect.stringMatching(/^\w{3} \w{3} \d+ \d\d:\d\d:\d\d \d{4}$/),
    })
    expect(readFileSync(folder.start, 'utf8')).toMatch(/\n$/)
  })
})
