import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { ReplyMode } from '../../contracts/journal.ts'
import { AGENT_PHASES, type AgentPhase } from '../../contracts/phases.ts'
import { readInspection } from '../../core/readers/inspection-report.ts'
import { isOnlyInputSection } from '../../core/readers/requirements-input.ts'
import { readReviewReply } from '../../core/readers/review-reply.ts'
import { readTasks } from '../../core/readers/tasks/tasks-document.ts'
import { promptRequest } from '../../testkit/prompt-request.ts'
import { buildPrompt } from './build-prompt.ts'
import { templateOf } from './templates.ts'

const FOLDER = new URL('../../../prompts/', import.meta.url)

const prompt = (phase: AgentPhase, mode: ReplyMode | null = null): string =>
  buildPrompt(promptRequest('/nowhere', { phase, round: 2, mode, language: 'ja', description: '' }))

/** What an agent that copies the format would write. */
const example = (text: string): string => {
  const found = [...text.matchAll(/^````markdown\n([^]*?)^````$/gm)]
  expect(found).toHaveLength(1)
  return found[0]![1]!
}

const section = (text: string, title: string): string =>
  text.split(/^## /m).find((part) => part.startsWith(title)) ?? ''

describe('the built-in prompts', () => {
  it('S2 there is one for every agent phase, one each for an agent that is told more or has asked, and no other', () => {
    const names = readdirSync(FOLDER).toSorted()
    const expected = [...AGENT_PHASES, 'instructions', 'nudge'].map((name) => `${name}.md`)
    expect(names).toEqual([...expected, 'parts'].toSorted())
  })

  it('S2 all of them carry the same working rules and the same material', () => {
    for (const title of ['Working rules', 'Material']) {
      const texts = AGENT_PHASES.map((phase) => section(templateOf(null, phase).text, title))
      expect(texts[0]).not.toBe('')
      expect(new Set(texts).size).toBe(1)
    }
  })

  it('S2 the example of the requirements has EARS criteria and more than the input', () => {
    const text = example(prompt('requirements'))
    const criteria = [...text.matchAll(/^\d+\. ((?:.|\n {3})+)$/gm)].map((match) => match[1]!)
    expect(criteria).toHaveLength(5)
    for (const criterion of criteria) {
      expect(criterion).toMatch(/^(The|When|While|Where|If) /)
      expect(criterion.match(/\bshall\b/g)).toHaveLength(1)
    }
    expect(isOnlyInputSection(text)).toBe(false)
  })

  it('S2 the example of the design has a diagram, components and a row for each criterion', () => {
    const text = example(prompt('design'))
    expect(text).toMatch(/^```mermaid\n[^]+?^```$/m)
    expect(section(text, 'Components').match(/^### /gm)).toHaveLength(2)
    const traced = section(text, 'Requirements Traceability').match(/^\| \d+\.\d+ \|/gm)
    expect(traced).toHaveLength(5)
  })

  it('S2 the example of the task list is read as it is explained', () => {
    const reading = readTasks(example(prompt('tasks')))
    if (!reading.ok) throw new Error(reading.why)
    expect(reading.counts).toEqual({ done: 0, total: 7, optional: { done: 0, total: 1 } })
    const of = (id: string) => reading.tasks.find((task) => task.id === id)
    expect(of('1.2')).toMatchObject({ parallel: true, requirements: ['1.1'], depth: 1 })
    expect(of('1.1')).toMatchObject({ requirements: ['1.3', '2.2'], boundary: 'TokenStore' })
    expect(of('2.1')).toMatchObject({ depends: ['1.1'], parallel: false })
    expect(of('2.3')).toMatchObject({
      optional: true,
      text: 'Add a load test for the request page',
    })
  })

  it('S2 the prompts say that optional tasks never block', () => {
    expect(prompt('tasks')).toMatch(/`- \[ \]\* 2\.3 Title`[^]*never\s+needed for completion/)
    expect(prompt('impl')).toContain('Leaving them open is fine')
  })

  it('G2.1 the example of the implementation leaves the right boxes open', () => {
    const reading = readTasks(example(prompt('impl')))
    if (!reading.ok) throw new Error(reading.why)
    expect(reading.counts).toEqual({ done: 1, total: 3, optional: { done: 0, total: 1 } })
    expect(prompt('impl')).toContain('no one selects tasks for you')
  })

  it('S2 the review names its file and counts issues by severity', () => {
    const text = example(prompt('document-review'))
    expect(text).toContain('# Document Review 2')
    for (const severity of ['Critical', 'Warning', 'Info']) expect(text).toContain(`## ${severity}`)
  })

  it('L6.3 the approval rule is in the reply prompt, for every mode that writes a reply', () => {
    for (const mode of ['reply', 'autofix'] as const) {
      const text = prompt('document-review-reply', mode)
      expect(text).toContain('approved only when Fix Required = 0 and Needs Discussion = 0')
      expect(text).toMatch(/Fix Required = 0 with Needs\s+Discussion > 0 is never approved/)
      expect(text).toMatch(/still counts as Fix Required/)
    }
  })

  const decisions = (): { fix: string; discuss: string; line: string }[] => {
    const rows = section(prompt('document-review-reply', 'autofix'), 'Approval')
    return [...rows.matchAll(/^\| (0|1 or more) \| (0|1 or more) \| `(.+)` \|$/gm)].map(
      ([, fix = '', discuss = '', line = '']) => ({ fix, discuss, line }),
    )
  }

  it('L6.1 its table approves for two zeros only', () => {
    expect(decisions()).toHaveLength(4)
    const approved = decisions().filter(({ line }) => line === 'Status: approved')
    expect(approved).toEqual([{ fix: '0', discuss: '0', line: 'Status: approved' }])
  })

  it('L6.2 its table never approves what needs discussion', () => {
    const open = decisions().filter(({ discuss }) => discuss !== '0')
    expect(open.map(({ line }) => line)).toEqual(['Status: pending', 'Status: pending'])
  })

  it('R13 the example of the reply is read with its counts and follows the rule it states', () => {
    const text = example(prompt('document-review-reply', 'autofix'))
    expect(readReviewReply(text)).toEqual({ ok: true, fixRequired: 2, needsDiscussion: 1 })
    expect(text.trim().split('\n').at(-1)).toBe('Status: pending')
    const answers = [...text.matchAll(/^- Answer: (.+)$/gm)].map((match) => match[1])
    expect(answers.filter((answer) => answer === 'Fix Required')).toHaveLength(2)
    expect(answers.filter((answer) => answer === 'Needs Discussion')).toHaveLength(1)
    expect(prompt('document-review-reply', 'autofix')).toContain('Do not edit `spec.json`')
  })

  it('S2 the example of the inspection gives one verdict, in either case', () => {
    const text = example(prompt('inspection'))
    expect(readInspection(text)).toEqual({ ok: true, verdict: 'nogo' })
    const passed = text.replace('Judgment: NOGO', 'Judgment: GO')
    expect(readInspection(passed)).toEqual({ ok: true, verdict: 'go' })
  })
})
