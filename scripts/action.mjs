// Run by action.yml: runs one spec or bug, logs its progress, sets outputs, writes the summary.
import { spawn } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

const input = (name) => (process.env[`SDD_ACTION_${name}`] ?? '').trim()
const lines = (name) =>
  input(name)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const PAUSED = 3

const command = await sddCommand()
const ended = await runItem()
const { status, reason, phase } = conclusion(ended)
output({ status, reason, phase, 'exit-code': String(ended.code) })
summarize(ended, await statusLine())
const mayPause = input('FAIL_WHEN_PAUSED') === 'false'
process.exitCode = ended.code === PAUSED && mayPause ? 0 : ended.code

/** Without a given command, builds and uses the sources that came with the action. */
async function sddCommand() {
  const given = lines('COMMAND')
  if (given.length > 0) return given
  const { run } = await import('./run.mjs')
  const code = await run(process.execPath, [join(root, 'scripts', 'setup.mjs')])
  if (code !== 0) process.exit(code)
  return [process.execPath, join(root, 'dist', 'cli', 'main.js')]
}

/** The name comes last, after `--`, so that it is never taken for an option. */
function runArguments() {
  const agent = input('AGENT')
  return [
    ...(input('KIND') === 'bug' ? ['bug', 'run'] : ['run']),
    ...lines('ARGUMENTS'),
    ...(agent === '' ? [] : [`--agent=${agent}`]),
    ...(input('TRUST') === 'true' ? ['--trust'] : []),
    ...common(),
    '--',
    input('NAME'),
  ]
}

function common() {
  return [`--project=${input('PROJECT') || '.'}`, '--json']
}

function runItem() {
  return runSdd(runArguments(), (line) => {
    if (line.type !== 'result' && typeof line.message === 'string')
      console.log(plain(`${line.time ?? ''} ${line.message}`).trim())
  })
}

async function statusLine() {
  const verb = input('KIND') === 'bug' ? ['bug', 'status'] : ['status']
  const { last } = await runSdd([...verb, ...common(), '--', input('NAME')], () => undefined)
  return last?.type === 'status' ? last : null
}

/** Resolves with the exit code and the last JSON line. */
async function runSdd(args, each) {
  const [program, ...first] = command
  const child = spawn(program, [...first, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const code = new Promise((resolve) => {
    child.on('error', () => resolve(127))
    child.on('close', (exitCode) => resolve(exitCode ?? 1))
  })
  let last = null
  for await (const text of createInterface({ input: child.stdout })) {
    const line = parsed(text)
    if (line === null) continue
    last = line
    each(line)
  }
  return { code: await code, last }
}

function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function conclusion({ last }) {
  if (last?.type === 'result')
    return { status: last.status, reason: last.reason, phase: last.phase ?? '' }
  return { status: 'refused', reason: last?.code ?? '', phase: '' }
}

/** Keeps each value on one line: a second line could set another output. */
function output(values) {
  const file = process.env.GITHUB_OUTPUT
  if (!file) return
  for (const [name, value] of Object.entries(values))
    appendFileSync(file, `${name}=${plain(value)}\n`)
}

function summarize({ code, last }, standing) {
  const file = process.env.GITHUB_STEP_SUMMARY
  if (!file) return
  const tasks = standing?.tasks
  const rows = [
    ['Status', [status, reason && `(${reason})`].filter(Boolean).join(' ')],
    ['Phase', phase],
    ['Phases done in this run', (last?.executedPhases ?? []).join(', ')],
    ['Tasks', tasks ? `${tasks.done}/${tasks.total}` : ''],
    ['Checks', (standing?.checks ?? []).map((check) => `${check.name} ${check.result}`).join(', ')],
    ['Cost', costOf(standing?.usage)],
    ['Deployed', standing?.deploy?.url ?? standing?.deploy?.commit ?? ''],
    ['Exit code', String(code)],
  ]
  const text = [
    `### ${escaped(input('NAME'))}`,
    '',
    ...(last?.type === 'error' ? [escaped(last.message), ''] : []),
    '| | |',
    '|---|---|',
    ...rows
      .filter(([, value]) => value !== '')
      .map(([name, value]) => `| ${name} | ${escaped(value)} |`),
    '',
  ]
  appendFileSync(file, `${text.join('\n')}\n`)
}

function costOf(usage) {
  return usage?.costUsd === null || usage === undefined ? '' : `$${usage.costUsd.toFixed(2)}`
}

/** Text from the repository must not hold control characters or runner commands (`::`). */
function plain(text) {
  return String(text ?? '')
    .replaceAll(/\p{Cc}+/gu, ' ')
    .replaceAll('::', ': :')
}

/** Text from the repository must not act as markdown or HTML. */
function escaped(text) {
  const safe = plain(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return safe.replaceAll(/[\\`*_{}[\]()#+!|>~]/g, (sign) => `\\${sign}`)
}
