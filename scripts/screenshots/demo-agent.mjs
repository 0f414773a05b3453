// Stands in for the agent CLI: the simulated agent, with a price and with the trouble that the plot
// of its spec (in the file SDD_DEMO_PLOTS) asks for.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { play } from '../../.cache/compiled/simulated-agent/play.js'
import { readPrompt } from '../../.cache/compiled/simulated-agent/world.js'

if (process.argv.includes('--version')) {
  console.log('2.1.4 (Claude Code)')
  process.exit(0)
}

const { SDD_PHASE: phase, SDD_SPEC: name, SDD_SPEC_DIR: specDir, SDD_ROUND: round } = process.env
const plot = JSON.parse(readFileSync(process.env.SDD_DEMO_PLOTS, 'utf8'))[name] ?? {}
const COST = {
  requirements: 0.21,
  design: 0.46,
  tasks: 0.31,
  'document-review': 0.27,
  'document-review-reply': 0.38,
  impl: 1.84,
  inspection: 0.52,
}
/** At which event of its phase a held agent stands still. */
const SEEN = { impl: 21, design: 6, inspection: 5, 'document-review': 4 }

const before = phase === 'impl' ? readFileSync(join(specDir, 'tasks.md'), 'utf8') : ''
let events = 0
process.exitCode = await play({
  env: process.env,
  workDir: process.cwd(),
  prompt: readPrompt(),
  sessionId: argument('--session-id') ?? argument('--resume') ?? 'demo',
  beatMs: plot.beatMs ?? 0,
  emit,
})
if (phase === 'impl' && plot.keepsOpen && before.includes('[x]')) replace('tasks.md', () => before)
if (phase === 'document-review-reply' && plot.discuss && round !== '1')
  replace(`document-review-${round}-reply.md`, discussed)
if (phase === 'inspection' && plot.nogo) replace(`inspection-${round}.md`, refused)

function emit(line) {
  if (events++ === 6 && plot.fail === phase) fail()
  if (events === SEEN[phase] && plot.hold === phase) standStill()
  process.stdout.write(priced(line))
}

function priced(line) {
  const event = JSON.parse(line)
  if (event.type !== 'result') return line
  const share = 0.7 + ((name.length * 7 + phase.length) % 10) / 10
  event.total_cost_usd = Number((COST[phase] * share).toFixed(4))
  event.usage.input_tokens = Math.round(52_000 * COST[phase] * share)
  event.usage.output_tokens = Math.round(9000 * COST[phase] * share)
  return `${JSON.stringify(event)}\n`
}

/** Blocks inside `play` until the process is killed. */
function standStill() {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}

function fail() {
  const result = 'API Error: 400 invalid_request_error: the request could not be processed'
  process.stdout.write(
    `${JSON.stringify({ type: 'result', subtype: 'error_during_execution', is_error: true, result, session_id: 'demo', num_turns: 4, total_cost_usd: 0.34, usage: { input_tokens: 18_200, output_tokens: 1410 }, permission_denials: [] })}\n`,
  )
  process.exit(1)
}

function replace(file, change) {
  const path = join(specDir, file)
  writeFileSync(path, change(readFileSync(path, 'utf8')))
}

function discussed(text) {
  const question =
    name === 'coupon-rules'
      ? '基準 4.1 はこの仕様で扱うべきか、別の仕様に分けるべきか。依頼からは決められない。'
      : 'Does criterion 4.1 belong here or to a spec of its own? The request allows both.'
  return text
    .replace('| Warning | 1 | 1 | 0 | 0 |', '| Warning | 1 | 0 | 0 | 1 |')
    .replace('- Answer: Fix Required', `- Answer: Needs Discussion\n- Question: ${question}`)
}

function refused(text) {
  const row = '| F1 | Critical | src/refund-flow/service.mjs | '
  return text
    .replace('Judgment: GO', 'Judgment: NOGO')
    .replace('| Critical | 0 |', '| Critical | 1 |')
    .replace(
      '|---|---|---|---|---|\n',
      `|---|---|---|---|---|\n${row}a partial refund is not recorded | record the amount |\n`,
    )
    .replace('None\n', '1. Record the amount of a partial refund.\n')
}

function argument(option) {
  const at = process.argv.indexOf(option)
  return at === -1 ? null : (process.argv[at + 1] ?? null)
}
