// Draws docs/workflows.svg from the workflow tables. `npm run draw` after a table has changed.
import { existsSync, writeFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'

const TABLES = new URL('../.cache/compiled/core/workflow/', import.meta.url)
export const PICTURE = fileURLToPath(new URL('../docs/workflows.svg', import.meta.url))

const BOX = { width: 150, height: 74, gap: 26 }
const ROW = 196
const LEFT = 130
const TOP = 0

/** Colours by kind of phase; the legend has a row for each. */
const KINDS = {
  document: { fill: '#e8effc', line: '#3b6fd4', words: 'writes a document' },
  review: { fill: '#f1eafb', line: '#8250df', words: 'reviews documents' },
  code: { fill: '#fff3da', line: '#b07d0b', words: 'writes code; the host runs the checks' },
  verdict: { fill: '#e6f6ec', line: '#1a7f46', words: 'judges the code' },
  release: { fill: '#fde9e7', line: '#c2392b', words: 'the host merges; checks run again' },
}

/** The whole picture as SVG text. */
export function drawWorkflows({ workflows, limits }) {
  const widest = Math.max(...workflows.map(({ workflow }) => workflow.phases.length))
  const width = LEFT + widest * (BOX.width + BOX.gap) + 4
  const legendTop = TOP + workflows.length * ROW + 6
  const kinds = Object.keys(KINDS).filter((kind) =>
    workflows.some(({ workflow }) => workflow.phases.some((phase) => phase.kind === kind)),
  )
  const height = legendTop + 20 * kinds.length + 14
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="12" role="img" aria-label="The phases of every workflow, what each leaves, and where a run goes back">`,
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto-start-reverse"><path d="M0 0 8 4 0 8z" fill="#57606a"/></marker></defs>',
    `<rect width="${width}" height="${height}" rx="8" fill="#ffffff"/>`,
    ...workflows.flatMap((row, at) => drawRow(row, { top: TOP + at * ROW, limits })),
    ...kinds.flatMap((kind, at) => drawLegend(KINDS[kind], legendTop + at * 20)),
    '</svg>',
    '',
  ].join('\n')
}

function drawRow({ name, workflow }, { top, limits }) {
  const { phases, atNogo } = workflow
  const middle = top + 64
  const nogo = atNogo === 'ends' ? 'the run ends there' : 'skips that phase'
  return [
    text([14, middle + 30], name, { size: 16, weight: 600 }),
    text([14, middle + 50], `NOGO:`, { size: 11, colour: '#57606a' }),
    text([14, middle + 64], nogo, { size: 11, colour: '#57606a' }),
    ...phases.flatMap((phase, at) => [
      ...drawBox(phase, { x: xOf(at), y: middle }),
      ...(at === 0 ? [] : [arrow([xOf(at) - BOX.gap, middle + 37], [xOf(at), middle + 37])]),
      ...drawLoop(phase, { x: xOf(at), y: middle }),
    ]),
    ...drawReturns(phases, { y: middle, limits }),
    ...drawRelease(phases, { y: middle, limits }),
  ]
}

const xOf = (at) => LEFT + at * (BOX.width + BOX.gap)

function drawBox({ phase, kind, document, steps, isApprovable, isGoByDefault }, { x, y }) {
  const { fill, line } = KINDS[kind]
  const output = outputOf({ kind, document, steps })
  const notes = [
    isApprovable ? 'can be approved' : '',
    isGoByDefault ? '' : 'NOGO unless you say GO',
  ]
  return [
    `<rect x="${x}" y="${y}" width="${BOX.width}" height="${BOX.height}" rx="7" fill="${fill}" stroke="${line}" stroke-width="1.4"/>`,
    text([x + BOX.width / 2, y + 24], phase, { anchor: 'middle', weight: 600, size: 13 }),
    text([x + BOX.width / 2, y + 43], output, { anchor: 'middle', size: 11 }),
    text([x + BOX.width / 2, y + 61], notes.filter(Boolean).join(', '), {
      anchor: 'middle',
      size: 10,
      colour: '#57606a',
    }),
  ]
}

/** What a phase leaves behind; numbered documents are shown as `-n`. */
function outputOf({ kind, document, steps }) {
  if (kind === 'release') return 'on the base branch'
  const [numbered] = steps.flatMap((step) => step.files(1))
  const file = document?.file ?? numbered?.replace(/-1(?=[-.])/, '-n')
  return [file, kind === 'code' ? 'code' : undefined].filter(Boolean).join(' and ')
}

/** The arrow back to the phase itself: its rounds or re-runs. */
function drawLoop({ loop, kind }, { x, y }) {
  if (loop === null) return []
  const [from, to] = [x + 34, x + BOX.width - 34]
  const words =
    loop.kind === 'rounds' ? 'rounds' : kind === 'code' ? 're-runs: tasks, checks' : 're-runs'
  return [
    `<path d="M${to} ${y}C${to} ${y - 34} ${from} ${y - 34} ${from} ${y - 2}" fill="none" stroke="#57606a" marker-end="url(#tip)"/>`,
    text([x + BOX.width / 2, y - 32], `at most ${loop.limit} ${words}`, {
      anchor: 'middle',
      size: 10,
    }),
  ]
}

/** A negative verdict leads back to the code phase before it. */
function drawReturns(phases, { y, limits }) {
  return phases.flatMap((phase, at) => {
    const code = phases.slice(0, at).findLastIndex(({ kind }) => kind === 'code')
    if (phase.kind !== 'verdict' || code < 0) return []
    const [from, to] = [xOf(at) + BOX.width / 2, xOf(code) + BOX.width / 2]
    const low = y + BOX.height
    return [
      `<path d="M${from} ${low}C${from} ${low + 40} ${to} ${low + 40} ${to} ${low + 2}" fill="none" stroke="#57606a" marker-end="url(#tip)"/>`,
      text([(from + to) / 2, low + 46], `no: fixed, at most ${limits.fixes} times`, {
        anchor: 'middle',
        size: 10,
      }),
    ]
  })
}

function drawRelease(phases, { y, limits }) {
  const at = phases.findIndex(({ kind }) => kind === 'release')
  if (at < 0) return []
  const lines = [
    'onto the newest base, checks there,',
    `conflicts: at most ${limits.conflicts} agents,`,
    'then merge, commit or pull request',
  ]
  return lines.map((line, row) =>
    text([xOf(at) + BOX.width / 2, y + BOX.height + 16 + row * 13], line, {
      anchor: 'middle',
      size: 10,
      colour: '#57606a',
    }),
  )
}

const drawLegend = ({ fill, line, words }, y) => [
  `<rect x="14" y="${y}" width="14" height="12" rx="3" fill="${fill}" stroke="${line}"/>`,
  text([36, y + 10], words, { size: 11 }),
]

const arrow = ([x1, y1], [x2, y2]) =>
  `<line x1="${x1}" y1="${y1}" x2="${x2 - 1}" y2="${y2}" stroke="#57606a" marker-end="url(#tip)"/>`

function text(
  [x, y],
  words,
  { anchor = 'start', size = 12, weight = 400, colour = '#1f2328' } = {},
) {
  const plain = words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return plain === ''
    ? ''
    : `<text x="${x}" y="${y}" text-anchor="${anchor}" font-size="${size}" font-weight="${weight}" fill="${colour}">${plain}</text>`
}

async function main() {
  if (!existsSync(fileURLToPath(new URL('workflows.js', TABLES)))) {
    console.error('draw: there are no compiled workflow tables yet; run: npm run build')
    process.exit(1)
  }
  const { workflowOf } = await import(new URL('workflows.js', TABLES))
  const { WORKFLOW_NAMES } = await import(new URL('../../contracts/phases.js', TABLES))
  const limits = await import(new URL('limits.js', TABLES))
  const tables = WORKFLOW_NAMES.map((workflow) => [workflow, workflowOf({ workflow })])
  writeFileSync(PICTURE, drawWorkflows(pictured(Object.fromEntries(tables), limits)))
  console.log(`drawn: ${PICTURE}`)
}

/** The tables in the form that drawWorkflows takes. */
export const pictured = (workflows, { MAX_FIX_CYCLES, MAX_CONFLICT_ATTEMPTS }) => ({
  workflows: Object.entries(workflows).map(([name, workflow]) => ({ name, workflow })),
  limits: { fixes: MAX_FIX_CYCLES, conflicts: MAX_CONFLICT_ATTEMPTS },
})

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await main()
