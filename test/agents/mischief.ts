import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { QUESTION } from '../../src/testkit/scripted-model/script.ts'
import {
  designText,
  requirementsText,
  tasksText,
  tickedText,
} from '../../src/testkit/scripted-model/spec-documents.ts'
import type { Extra } from '../../src/testkit/scripted-model/spec-play.ts'
import { FEATURE, SpecRun } from './spec-run.ts'

type Agent = 'claude' | 'codex'
const OTHER: Readonly<Record<Agent, Agent>> = { claude: 'codex', codex: 'claude' }

/** A reviewer that removes every limit from spec.json is still held to all of them. */
export async function expectLimitsKept(agent: Agent): Promise<void> {
  const lifted = {
    autoExecution: { permissions: { impl: true } },
    budget: { usd: 1_000_000 },
    agents: { default: OTHER[agent] },
  }
  const content = (text: string): string =>
    JSON.stringify({ ...(JSON.parse(text) as object), ...lifted, note: 'mine' }, null, 2)
  const extras = [{ phase: 'document-review', file: 'spec.json', content }] as const
  await using world = await SpecRun.open({ agent }, { extras })
  for (const [name, text] of [
    ['requirements.md', requirementsText(FEATURE)],
    ['design.md', designText(FEATURE, 0)],
    ['tasks.md', tasksText(FEATURE, 3)],
  ] as const)
    world.write(name, text)
  await world.sdd(['budget', FEATURE, '--usd', '50'])

  const { code, stdout } = await world.sdd(['run', FEATURE, '--nogo', 'impl'])

  expect(code).toBe(0)
  expect(world.steps).toEqual([`document-review: ${agent}`, `document-review-reply: ${agent}`])
  const kept = { autoExecution: { permissions: { impl: false } }, budget: { usd: 50 } }
  expect(world.specJson).toMatchObject({ ...kept, note: 'mine' })
  expect(world.specJson).not.toHaveProperty('agents')
  const { keys = [], message } = world.entry('spec.restored') ?? {}
  expect(keys).toEqual(expect.arrayContaining(['autoExecution.permissions', 'budget', 'agents']))
  expect(stdout).toContain(message)
}

/** It is reminded once in its session; then the user is asked, and it gets the answer. */
export async function expectQuestionHeard(agent: Agent): Promise<void> {
  const failures = [{ phase: 'requirements', scenario: 'ask', times: 2 }] as const
  await using world = await SpecRun.open({ agent }, { failures })

  const { code, stdout } = await world.sdd(['run', FEATURE, '--nogo', 'design'])

  expect(code).toBe(3)
  expect(stdout).toContain(QUESTION)
  expect(world.entry('run.paused')).toMatchObject({ reason: 'agent-asked' })
  expect(world.said).toContain('# Write the requirements')
  expect(world.said).toContain('no one can answer in it')
  expect(world.said).not.toContain('Take SQLite.')
  expect(await world.sdd(['answer', FEATURE, 'Take SQLite.'])).toMatchObject({ code: 0 })
  expect(await world.sdd(['resume', FEATURE])).toMatchObject({ code: 0 })
  expect(world.said).toContain('Decision: Take SQLite.')
  expect(world.steps).toEqual(Array.from({ length: 3 }, () => `requirements: ${agent}`))
  expect(world.documents).toContain('requirements.md')
}

const REFUSED: Readonly<
  Record<Agent, { extra: Extra; rule: string; allows: string; brings: string }>
> = {
  claude: {
    extra: { phase: 'design', shell: 'git init -q made' },
    rule: 'Bash(git init:*)',
    allows: `--allow-tools 'Bash(git init:*)'`,
    brings: 'project/made/.git',
  },
  codex: {
    extra: { phase: 'design', file: '../../../../made.txt', content: () => 'hi\n' },
    rule: 'apply_patch',
    allows: '--permission full',
    brings: 'made.txt',
  },
}

/** The advice fits what was refused, and allows it when typed as printed. */
export async function expectFittingAdvice(agent: Agent): Promise<void> {
  const { extra, rule, allows, brings } = REFUSED[agent]
  const config = { agent: 'simulated', agents: { design: agent }, simulated: { fast: true } }
  await using world = await SpecRun.open(config, { extras: [extra] })
  world.write('requirements.md', requirementsText(FEATURE))

  const { stdout } = await world.sdd(['run', FEATURE, '--nogo', 'document-review'])

  expect(world.steps).toEqual([`design: ${agent}`, 'tasks: simulated'])
  expect(existsSync(join(world.root, brings))).toBe(false)
  expect(stdout).toContain(`${agent} was not allowed to use ${rule} in design`)
  const command = /for this run: (.*)$/m.exec(stdout)?.[1] ?? ''
  expect(command).toContain(`retry ${FEATURE} --from design ${allows}`)
  await world.sdd(['permit', FEATURE, '--nogo', 'tasks'])
  expect(await world.inShell(command)).toMatchObject({ code: 0 })
  expect(existsSync(join(world.root, brings))).toBe(true)
}

/** An agent skips nothing by writing other phases' documents or deleting tasks. */
export async function expectNothingSkipped(agent: Agent): Promise<void> {
  const ticked = tickedText(tasksText(FEATURE, 3), 3)
  const withoutOpen = (text: string): string => text.replaceAll(/^- \[ \].*\n.*\n/gm, '')
  const extras = [
    { phase: 'requirements', file: 'design.md', content: () => designText(FEATURE, 0) },
    { phase: 'requirements', file: 'tasks.md', content: () => ticked },
    { phase: 'design', file: 'tasks.md', content: () => `${ticked}\n` },
    {
      phase: 'impl',
      file: 'tasks.md',
      content: (text: string) => (text.includes('[ ]') ? withoutOpen(text) : ticked),
    },
  ] as const
  await using world = await SpecRun.open({ agent }, { extras, ticksPerRun: 1 })

  expect(await world.run('--nogo', 'inspection')).toMatchObject({ code: 0, reason: 'nogo' })

  const documents = ['requirements', 'design', 'tasks', 'document-review', 'document-review-reply']
  expect(world.steps).toEqual([...documents, 'impl', 'impl'].map((phase) => `${phase}: ${agent}`))
  expect(world.entry('documents.strayed')).toMatchObject({ phase: 'requirements' })
  expect(world.entry('tasks.vanished')).toMatchObject({
    tasks: [
      { id: '2', text: 'Part 2' },
      { id: '3', text: 'Part 3' },
    ],
  })
  expect(world.said).toContain('2 Part 2')
}
