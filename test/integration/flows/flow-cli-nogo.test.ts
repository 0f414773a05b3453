import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { ProjectWorld } from '../../../src/testkit/worlds/project-world.ts'
import { agentsOf, specAt } from './flow-world.ts'

const SDD = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url))

/** The built program, as a script would call it. */
async function sdd(world: ProjectWorld, ...args: string[]) {
  const options = ['--project', world.folders.projectDir, '--json']
  const child = spawn(process.execPath, [SDD, ...args, ...options], { env: world.env })
  const [out, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  const lines = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string })
  return { code: code as number, lines, types: lines.map((line) => line.type) }
}

describe('sdd run', () => {
  it('N3.4 ends at once with code 0 when the first phase is NOGO', async () => {
    await using world = new ProjectWorld()
    const spec = await world.newSpec('alpha')

    const { code, lines, types } = await sdd(world, 'run', 'alpha', '--nogo', 'requirements')

    expect(code).toBe(0)
    expect(lines.at(-1)).toMatchObject({
      type: 'result',
      status: 'completed',
      reason: 'nogo',
      phase: 'requirements',
      executedPhases: [],
      agents: 0,
    })
    expect(types).not.toContain('phase.started')
    expect(agentsOf(world, spec)).toEqual([])
  })

  it('N3.4 ends with code 0 before a NOGO phase, and again when it is run again', async () => {
    await using world = new ProjectWorld()
    const spec = await world.newSpec('alpha')

    const first = await sdd(world, 'run', 'alpha', '--nogo', 'tasks')
    const second = await sdd(world, 'run', 'alpha')

    expect(first.code).toBe(0)
    expect(first.lines.at(-1)).toMatchObject({ reason: 'nogo', phase: 'tasks', agents: 2 })
    expect(second.code).toBe(0)
    expect(second.lines.at(-1)).toMatchObject({ reason: 'nogo', phase: 'tasks', agents: 0 })
    expect(agentsOf(world, spec)).toEqual(['requirements', 'design'])
  })

  it('N3.4 R6 continues there once the phase is GO', async () => {
    await using world = new ProjectWorld()
    const spec = await specAt(world, 'alpha', 'impl')

    await sdd(world, 'run', 'alpha', '--nogo', 'impl,inspection')
    const { code, lines } = await sdd(world, 'run', 'alpha', '--go', 'impl')

    expect(code).toBe(0)
    expect(lines.at(-1)).toMatchObject({ reason: 'nogo', phase: 'inspection', agents: 1 })
    expect(agentsOf(world, spec)).toEqual(['impl'])
  })
})
