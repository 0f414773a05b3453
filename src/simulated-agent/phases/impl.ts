import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { keptText } from '../kept-text.ts'
import { sourceFiles } from '../documents/source-files.ts'
import type { Stage } from '../stage.ts'
import { isOpen, nextOpenTask, requiredTasks } from '../documents/tick-tasks.ts'
import { localised, type World } from '../world.ts'

/** The first run leaves some tasks open, so that the demo shows a re-run. */
const FIRST_RUN_SHARE = 0.6

export async function playImpl(stage: Stage, world: World): Promise<string> {
  const file = world.documentIn('tasks.md')
  const found = await stage.read(file)
  if (found === null) throw new Error('tasks.md is missing')
  const target = targetOf(found)
  await stage.say(localised(world, 'I work through what is open.', '未完了のタスクを進めます。'))
  for (;;) {
    const { text } = keptText(file)
    const next = nextOpenTask(text)
    if (next === null || doneIn(text) >= target) break
    await writeNextSource(stage, world)
    await stage.edit(file, { before: next.before, after: next.after, text: next.ticked })
  }
  const left = requiredTasks(keptText(file).text).filter(isOpen).length
  if (left === 0) await finish(stage, world)
  return localised(world, `Open tasks left: ${left}`, `残りのタスク: ${left} 件`)
}

function targetOf(text: string): number {
  const total = requiredTasks(text).length
  return doneIn(text) === 0 ? Math.max(1, Math.round(total * FIRST_RUN_SHARE)) : total
}

const doneIn = (text: string): number => requiredTasks(text).filter((task) => !isOpen(task)).length

async function finish(stage: Stage, world: World): Promise<void> {
  while (await writeNextSource(stage, world)) continue
  const tests = sourceFiles(world).filter(({ name }) => name.endsWith('.test.mjs'))
  await stage.runNode(['--test', ...tests.map(({ name }) => join(world.sourceDir, name))])
}

/** False when all source files exist. */
async function writeNextSource(stage: Stage, world: World): Promise<boolean> {
  for (const { name, text } of sourceFiles(world)) {
    const file = join(world.workDir, world.sourceDir, name)
    if (existsSync(file)) continue
    await stage.write(file, text)
    return true
  }
  return false
}
