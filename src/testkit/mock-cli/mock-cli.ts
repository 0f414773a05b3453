import { execFileSync } from 'node:child_process'
import {
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gatesOf, type MockScenario, scenarioScript } from './scenario-script.ts'

export interface MockCall {
  agentId: string
  feature: string
  phase: string
  round: number | null
  attempt: number
  pid: number
  /** Processes the agent left behind (escapeChildren). */
  children: number[]
  exitCode: number | null
  /** Positions in the common log, which tell which of two calls began or ended first. */
  startedAt: number
  endedAt: number | null
}

export interface MockCli {
  /** Takes the place of the claude executable. */
  command: string
  env: { SDD_CLAUDE_COMMAND: string; SDD_MOCK_DIR: string }
  calls(): MockCall[]
  /** Applies to every call that starts from now on. */
  setScenario(scenario: MockScenario): void
  /** Lets calls pass that wait at the gate or come to it later. */
  release(gate: string): void
  /** The input of one call; needs `record`. */
  recorded(agentId: string): { args: string[]; prompt: string }
  /** Opens every gate, so that no mock stays blocked. */
  close(): void
}

const MAKE_FIFO = 'mkfifo'
const PROGRAM = fileURLToPath(new URL('mock-claude.sh', import.meta.url))

export function createMockCli(dir: string, scenario: MockScenario = {}): MockCli {
  mkdirSync(dir, { recursive: true })
  const command = join(dir, 'mock-claude')
  // A link, because a freshly written program may still be open for writing in a forked child.
  symlinkSync(PROGRAM, command)
  const gates = new Map<string, number | null>()
  const setScenario = (next: MockScenario): void => {
    for (const gate of gatesOf(next)) addGate(dir, gates, gate)
    const draft = join(dir, 'scenario.sh.new')
    writeFileSync(draft, scenarioScript(next))
    renameSync(draft, join(dir, 'scenario.sh'))
  }
  setScenario(scenario)
  return {
    command,
    env: { SDD_CLAUDE_COMMAND: command, SDD_MOCK_DIR: dir },
    calls: () => readCalls(join(dir, 'calls.log')),
    setScenario,
    release: (gate) => openGate(dir, gates, gate),
    recorded: (agentId) => ({
      args: readFileSync(join(dir, `args.${agentId}`), 'utf8')
        .split('\n')
        .slice(0, -1),
      prompt: readFileSync(join(dir, `prompt.${agentId}`), 'utf8'),
    }),
    close: () => {
      for (const gate of gates.keys()) {
        openGate(dir, gates, gate)
        removeGate(dir, gate)
      }
      for (const fd of gates.values()) if (fd !== null) closeSync(fd)
      gates.clear()
    },
  }
}

type Gates = Map<string, number | null>

function addGate(dir: string, gates: Gates, gate: string): void {
  if (gates.has(gate)) return
  execFileSync(MAKE_FIFO, [join(dir, `gate.${gate}`)])
  gates.set(gate, null)
}

/** A reader's `open` returns as soon as there is a writer: the open descriptor is the open gate. */
function openGate(dir: string, gates: Gates, gate: string): void {
  if (!gates.has(gate)) throw new RangeError(`no scenario holds at the gate ${gate}`)
  if (gates.get(gate) !== null) return
  gates.set(gate, openSync(join(dir, `gate.${gate}`), constants.O_RDWR | constants.O_NONBLOCK))
}

/** Replaces the FIFO: a mock that comes later must not wait for a writer that is gone. */
function removeGate(dir: string, gate: string): void {
  const nothing = join(dir, `no-gate.${gate}`)
  writeFileSync(nothing, '')
  renameSync(nothing, join(dir, `gate.${gate}`))
}

function readCalls(log: string): MockCall[] {
  if (!existsSync(log)) return []
  const calls = new Map<string, MockCall>()
  const lines = readFileSync(log, 'utf8').split('\n')
  for (const [at, line] of lines.entries()) {
    const [kind, agentId = '', feature = '', phase = '', round, attempt, pid, exit] =
      line.split(' ')
    if (kind === 'start') {
      calls.set(`${agentId} ${pid}`, {
        agentId,
        feature,
        phase,
        round: round === '-' ? null : Number(round),
        attempt: Number(attempt),
        pid: Number(pid),
        children: [],
        exitCode: null,
        startedAt: at,
        endedAt: null,
      })
    } else if (kind === 'child') {
      for (const call of calls.values()) {
        if (call.agentId === agentId) call.children.push(Number(feature))
      }
    } else if (kind === 'end') {
      const call = calls.get(`${agentId} ${pid}`)
      if (call !== undefined) Object.assign(call, { endedAt: at, exitCode: Number(exit) })
    }
  }
  return [...calls.values()]
}
