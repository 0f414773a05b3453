import type { AgentPhase, Talk } from '../../contracts/phases.ts'

/** How a mock agent behaves; every default is good behaviour. */
interface MockBehaviour {
  /** The pause before the document is written. With 0 no process is forked. */
  delayMs?: number
  taskCount?: number
  optionalTasks?: number
  /** Boxes that an impl call ticks; in a list one number per call, of which the last repeats. */
  ticksPerRun?: number | 'all' | readonly (number | 'all')[]
  /** [fix required, needs discussion] per round; the last one repeats. */
  reviewCounts?: readonly (readonly [fix: number, discuss: number])[]
  /** Whether a reply with something to fix changes design.md. */
  autofixEdits?: boolean
  /** One for each inspection report; the last one repeats. */
  verdicts?: readonly ('GO' | 'NOGO')[]
  /** One for each verification; the last one repeats. */
  verified?: readonly string[]
  exitCode?: number
  skipDocument?: boolean
  emptyDocument?: boolean
  /** Literal content of the phase's document. */
  rawDocument?: string
  /** More files to write, by path inside the spec's folder. */
  alsoWrite?: Readonly<Record<string, string>>
  /** More files to write, by path inside its working directory. */
  writesHere?: Readonly<Record<string, string>>
  noResultEvent?: boolean
  /** Its last output. */
  says?: string
  isError?: boolean
  deniedTools?: readonly string[]
  /** The reported cost of a call; null: none is reported. */
  costUsd?: number | null
  /** Ends at once, as if the model's server had answered with this status. */
  apiStatus?: number
  /** With `apiStatus`: when the quota is reported to be free again, in seconds since 1970. */
  resetsAt?: number
  /** Asks whether it may use this tool, and waits for the answer. */
  asks?: string
  /** Prints a call of this tool, and continues. */
  uses?: { name: string; input: Readonly<Record<string, unknown>> }
  hangForever?: boolean
  /** The signal the agent ends itself with, e.g. `KILL`. */
  killSelf?: string
  /** The agent waits at this gate until the test releases it. */
  hold?: string
  /** Where hangForever, killSelf and hold happen; `before-document` unless given. */
  when?: 'before-document' | 'after-document'
  ignoreTerm?: boolean
  /** Leaves two children behind, in sessions of their own. */
  escapeChildren?: boolean
  floodMb?: number
  /** Records the arguments and prompt of each call, at the price of a fork. */
  record?: boolean
}

/** Applies if everything it names matches; `call` counts this phase's calls for the feature. */
interface MockOverride extends MockBehaviour {
  feature?: string
  phase?: AgentPhase | Talk
  call?: number
  round?: number
}

export interface MockScenario extends MockBehaviour {
  /** Applied in order: a later one wins. */
  overrides?: readonly MockOverride[]
}

export function scenarioScript(scenario: MockScenario): string {
  const overrides = (scenario.overrides ?? []).map(overrideScript)
  return [...assignments(scenario), ...overrides].join('\n') + '\n'
}

export function gatesOf(scenario: MockScenario): string[] {
  const gates = [scenario, ...(scenario.overrides ?? [])].flatMap(({ hold }) => hold ?? [])
  return [...new Set(gates)]
}

function overrideScript(override: MockOverride): string {
  const parts = [override.feature, override.phase, override.call, override.round]
  const pattern = parts.map((part) => (part === undefined ? '*' : quote(String(part)))).join('/')
  const lines = assignments(override)
  return [`case "$feature/$phase/$call/$round" in`, `${pattern})`, ...lines, ':;;', 'esac'].join(
    '\n',
  )
}

type Shell = {
  [K in keyof MockBehaviour]-?: (value: Exclude<MockBehaviour[K], undefined>) => string
}

const SHELL: Shell = {
  delayMs: (ms) => set('delay', ms > 0 ? String(ms / 1000) : ''),
  taskCount: (count) => set('tasks', String(count)),
  optionalTasks: (count) => set('optional', String(count)),
  ticksPerRun: (ticks) => set('ticks', [ticks].flat().join(' ')),
  reviewCounts: (counts) => set('reviews', counts.map((pair) => pair.join(':')).join(' ')),
  autofixEdits: (on) => set('edit', on ? '1' : '0'),
  verdicts: (verdicts) => set('verdicts', verdicts.join(' ')),
  verified: (verdicts) => set('verified', verdicts.join(',')),
  exitCode: (code) => set('exit', String(code)),
  skipDocument: (on) => set('skip', flag(on)),
  emptyDocument: (on) => set('empty', flag(on)),
  rawDocument: (text) => `${set('has_raw', '1')}\n${set('raw', text)}`,
  alsoWrite: (files) =>
    `m_also_write() {\n${Object.entries(files).map(writeFile).join('\n')}\n:\n}`,
  writesHere: (files) =>
    `m_write_here() {\n${Object.entries(files).map(writeHere).join('\n')}\n:\n}`,
  // The script prints it inside a JSON string.
  says: (text) => set('says', JSON.stringify(text).slice(1, -1)),
  noResultEvent: (on) => set('no_result', flag(on)),
  isError: (on) => set('is_error', String(on)),
  deniedTools: (tools) => set('denied', tools.map(denial).join(',')),
  costUsd: (usd) => set('cost', usd === null ? '' : String(usd)),
  apiStatus: (status) => set('status', String(status)),
  resetsAt: (seconds) => set('resets', String(seconds)),
  asks: (tool) => set('asks', tool),
  uses: (tool) => set('uses', toolUse(tool)),
  hangForever: (on) => set('hang', flag(on)),
  killSelf: (signal) => set('kill', signal),
  hold: (gate) => set('hold', gate),
  when: (when) => set('when', when === 'after-document' ? 'after' : 'before'),
  ignoreTerm: (on) => set('ignore_term', flag(on)),
  escapeChildren: (on) => set('escape', flag(on)),
  floodMb: (mb) => set('flood', String(mb)),
  record: (on) => set('record', flag(on)),
}

function assignments(behaviour: MockBehaviour): string[] {
  return (Object.keys(SHELL) as (keyof MockBehaviour)[]).flatMap((key) => {
    const value = behaviour[key]
    return value === undefined ? [] : [(SHELL[key] as (value: unknown) => string)(value)]
  })
}

const toolUse = (tool: { name: string; input: unknown }): string =>
  JSON.stringify({
    type: 'assistant',
    message: { content: [{ type: 'tool_use', id: 'tool-1', ...tool }] },
  })

const flag = (on: boolean): string => (on ? '1' : '')
const set = (name: string, value: string): string => `m_${name}=${quote(value)}`
/** `Bash` or, with the command that was refused, `Bash(npm test)`. */
function denial(tool: string): string {
  const [, name = tool, command] = /^(\w+)\((.*)\)$/.exec(tool) ?? []
  return JSON.stringify({ tool_name: name, tool_input: command === undefined ? {} : { command } })
}

const writeHere = ([path, text]: [string, string]): string =>
  `printf '%s' ${quote(text)} >${quote(path)}`

function writeFile([path, text]: [string, string]): string {
  return `printf '%s' ${quote(text)} >"$spec"/${quote(path)}`
}

/** A shell sources the script: inside single quotes only the quote itself is special. */
function quote(text: string): string {
  if (text.includes('\0')) throw new RangeError('a shell cannot hold a NUL character')
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
