import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { AGENT_PHASES, type AgentPhase } from '../../contracts/phases.ts'
import { bugItem, specNamed, type WorkItem } from '../../contracts/work-item.ts'
import { FORMATS } from '../../core/formats/format-table.ts'
import { folderOf, layoutOf } from '../../core/formats/item-place.ts'
import { ASSUMPTIONS_HEADING, readAssumptions } from '../../core/readers/assumptions.ts'
import {
  CLARIFY_WORDS,
  MAX_CLARIFY_QUESTIONS,
  readClarify,
} from '../../core/readers/clarify-questions.ts'
import { readInspection, VERDICT_LINES } from '../../core/readers/inspection-report.ts'
import { AGAIN_LABEL, returnedIssues } from '../../core/readers/review-issues.ts'
import { readReviewReply, REPLY_COLUMNS } from '../../core/readers/review-reply.ts'
import { NOTES_HEADING } from '../../core/readers/tasks/task-outline.ts'
import { readTasks } from '../../core/readers/tasks/tasks-document.ts'
import { TASK_WORDS } from '../../core/readers/tasks/task.ts'
import { readVerification, VERIFICATION_LINES } from '../../core/readers/verification-report.ts'
import { DOCUMENT_FILES, QUESTIONS_FILE } from '../../core/workflow/document-files.ts'
import {
  definitionOf,
  phaseOf,
  phasesOf,
  stepOf,
  workflowOf,
} from '../../core/workflow/workflows.ts'
import { promptRequest } from '../../testkit/prompt-request.ts'
import { buildPrompt } from './build-prompt.ts'

const ROUND = 2

/** What the prompt of each phase contains, besides the files that it writes. */
const NEEDED: Readonly<Record<AgentPhase, readonly string[]>> = {
  clarify: [...Object.values(CLARIFY_WORDS), `at most ${MAX_CLARIFY_QUESTIONS} questions`],
  requirements: [ASSUMPTIONS_HEADING, `At most ${MAX_CLARIFY_QUESTIONS} points`, 'Open:'],
  design: [ASSUMPTIONS_HEADING, 'research.md', '## File Plan', 'build', 'gap', 'Risks'],
  tasks: Object.values(TASK_WORDS).filter((word) => word !== TASK_WORDS.blocked),
  'document-review': [`- ${AGAIN_LABEL} 1 C1`, '### C1:', '_Boundary:_'],
  'document-review-reply': Object.values(REPLY_COLUMNS),
  impl: [NOTES_HEADING, TASK_WORDS.blocked, TASK_WORDS.optional, '`[x]`', '_Boundary:_', 'stubs'],
  inspection: [...Object.values(VERDICT_LINES), 'could not be run', 'start it once', 'secrets'],
  analyze: [],
  fix: [],
  verify: Object.values(VERIFICATION_LINES),
  deploy: [],
}

const isOfBug = (phase: AgentPhase): boolean =>
  !phasesOf(workflowOf({ workflow: 'spec' })).includes(phaseOf(phase))

/** Ignores where lines are wrapped. */
const plain = (text: string): string => text.replace(/\s+/g, ' ')

const render = (item: WorkItem, phase: AgentPhase): string =>
  buildPrompt(
    promptRequest('/nowhere', {
      item,
      specDir: join('/nowhere', folderOf(item)),
      phase,
      round: ROUND,
      mode: phase === 'document-review-reply' ? 'autofix' : null,
      checks: [{ name: 'test', command: ['npm', 'test'] }],
      allowed: ['Reading.'],
    }),
  )

describe.each(FORMATS)('prompts for $title', (format) => {
  const spec = specNamed(format === FORMATS[0] ? 'login' : `login@${format.id}`)

  it.each(AGENT_PHASES.filter((phase) => !isOfBug(phase)))(
    'call the spec of %s as its tool does',
    (phase) => expect(render(spec, phase)).not.toContain('@'),
  )

  it.each(AGENT_PHASES)('%s asks for what its reader needs, word for word', (phase) => {
    const item = isOfBug(phase) ? bugItem(spec.name) : spec
    const prompt = render(item, phase)
    expect(prompt).not.toMatch(/\{\{|\}\}|undefined/)
    for (const words of NEEDED[phase]) expect(plain(prompt)).toContain(words)
    const { document } = definitionOf(phaseOf(phase))
    const files = phase === 'clarify' ? [QUESTIONS_FILE] : stepOf(phase).files(ROUND).slice(0, 1)
    for (const file of document === null ? files : [...files, document.file].slice(0, 1))
      expect(prompt).toContain(`${folderOf(item)}/${layoutOf(item).fileOf(file, [])}`)
  })

  it('those who build and judge read the documents under the names that they have', () => {
    for (const phase of ['tasks', 'document-review', 'impl', 'inspection'] as const)
      for (const file of Object.values(DOCUMENT_FILES))
        expect(render(spec, phase)).toContain(format.fileOf(file, []))
  })
})

describe('the readers take exactly what is asked for', () => {
  it('boxes, details and notes of a task list', () => {
    const { box, part, optional, parallel, requirements, depends, boundary, blocked } = TASK_WORDS
    const lines = [
      box,
      `  ${part.replace('Title', `${parallel} Title`)}`,
      `    - ${requirements} 1.1_`,
      `    - ${depends} 1_`,
      `    - ${boundary} Store_`,
      `    - ${blocked} no key_`,
      `${optional} 2. More`,
      NOTES_HEADING,
      '- 1: a note',
    ]
    const reading = readTasks(lines.join('\n'))
    if (!reading.ok) throw new Error(reading.why)
    expect(reading.tasks).toMatchObject([
      { id: '1', optional: false },
      {
        id: '1.1',
        parallel: true,
        requirements: ['1.1'],
        depends: ['1'],
        boundary: 'Store',
        blocked: 'no key',
      },
      { id: '2', optional: true },
    ])
  })

  it('verdicts', () => {
    expect(readInspection(VERDICT_LINES.go)).toEqual({ ok: true, verdict: 'go' })
    expect(readInspection(VERDICT_LINES.nogo)).toEqual({ ok: true, verdict: 'nogo' })
    for (const [verdict, line] of Object.entries(VERIFICATION_LINES))
      expect(readVerification(line)).toEqual({ ok: true, verdict })
  })

  it('counts of a reply, and issues that came back', () => {
    const { fix, discussion } = REPLY_COLUMNS
    const table = `| Severity | ${fix} | ${discussion} |\n|---|---|---|\n| Info | 1 | 2 |\n`
    expect(readReviewReply(table)).toEqual({ ok: true, fixRequired: 1, needsDiscussion: 2 })
    const again = { round: 2, text: `### W1: B\n- ${AGAIN_LABEL} 1 C1\n` }
    expect(returnedIssues([{ round: 1, text: '### C1: A\n' }, again])).toHaveLength(1)
  })

  it('questions and assumptions', () => {
    const { why, suggested, options, none } = CLARIFY_WORDS
    const text = `## Q1: How?\n\n${why} x\n\n${options}\n- a\n- b\n\n${suggested} a\n`
    expect(readClarify(text)).toMatchObject({
      ok: true,
      questions: [{ title: 'How?', options: ['a', 'b'], suggestion: 'a' }],
    })
    expect(readClarify(`# Questions\n\n${none}\n`)).toEqual({ ok: true, questions: [] })
    expect(readAssumptions(`${ASSUMPTIONS_HEADING}\n\n- one\n`)).toEqual(['one'])
  })
})
