import { specNamed } from '../../src/contracts/work-item.ts'
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MockScenario } from '../../src/testkit/mock-cli/scenario-script.ts'
import { openWorld } from '../../src/testkit/worlds/project-world.ts'

/** Three review rounds and several impl runs, for a journal as after real work. */
const SCENARIO: MockScenario = {
  taskCount: 14,
  optionalTasks: 2,
  reviewCounts: [
    [3, 0],
    [1, 0],
    [0, 0],
  ],
  ticksPerRun: [4, 4, 3, 'all'],
}

/** Creates a project of many specs, each with the files that one real run left. */
export async function writeManySpecs(projectDir: string, count: number): Promise<Written> {
  await using world = await openWorld({ scenario: SCENARIO })
  const item = await world.newSpec('template-spec')
  const result = await world.run(item)
  if (result.status !== 'completed') throw new Error(JSON.stringify(result))
  const entries = world.journal(item).length
  const kiro = join(projectDir, '.kiro')
  mkdirSync(join(kiro, 'specs'), { recursive: true })
  const runs = join(kiro, 'runtime/runs')
  mkdirSync(runs, { recursive: true })
  for (let index = 0; index < count; index++) {
    const copy = specNamed(`feature-${String(index).padStart(4, '0')}`)
    const to = join(kiro, 'specs', copy.name)
    copyFolder({ from: world.specDir(item), to, name: item.name, copy: copy.name })
    cpSync(
      join(world.folders.runtimeDir, 'runs', `${item.name}.json`),
      join(runs, `${copy.name}.json`),
    )
  }
  return { entries, journalKb: Math.round(statSync(journalOf(world.specDir(item))).size / 1024) }
}

interface Written {
  entries: number
  journalKb: number
}

const journalOf = (specDir: string): string => join(specDir, 'event-log.jsonl')

interface Copying {
  from: string
  to: string
  name: string
  copy: string
}

function copyFolder({ from, to, name, copy }: Copying): void {
  mkdirSync(to)
  for (const file of readdirSync(from)) {
    const text = readFileSync(join(from, file), 'utf8')
    writeFileSync(join(to, file), text.replaceAll(name, copy))
  }
}
