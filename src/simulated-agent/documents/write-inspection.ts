import { join } from 'node:path'
import { PUT_ASIDE } from '../../core/prompts/put-aside.ts'
import type { Task } from '../../core/readers/tasks/task.ts'
import type { Stage } from '../stage.ts'
import { isOpen, requiredTasks } from './tick-tasks.ts'
import { localised, type World } from '../world.ts'
import { inspectionFile } from '../../core/workflow/document-files.ts'

export async function playInspection(stage: Stage, world: World): Promise<string> {
  const { specDir, round } = world
  await stage.read(world.documentIn('requirements.md'))
  const found = await stage.read(world.documentIn('tasks.md'))
  const tasks = requiredTasks(found ?? '', world.prompt.includes(PUT_ASIDE))
  await stage.read(join(world.workDir, world.sourceDir, 'service.mjs'))
  await stage.say(
    localised(world, 'I compare each task with the code.', '各タスクをコードと照合します。'),
  )
  const text = reportText(world, tasks)
  await stage.write(join(specDir, inspectionFile(round)), text)
  return localised(world, 'The report is written.', '報告書を書きました。')
}

function reportText(world: World, tasks: Task[]): string {
  const open = tasks.filter(isOpen)
  const say = (en: string, ja: string): string => localised(world, en, ja)
  const findings = open.map(
    (task, at) =>
      `| F${at + 1} | Critical | tasks.md:${task.line} | ` +
      `${say('the task is not done', 'タスクが未完了')} | ${say('finish it', '完了させる')} |`,
  )
  const missing = new Set(open.flatMap((task) => task.requirements))
  const requirements = [...new Set(tasks.flatMap((task) => task.requirements))].toSorted()
  const requirementRow = (id: string): string =>
    missing.has(id)
      ? `| ${id} | ${say('not fulfilled', '未充足')} | - |`
      : `| ${id} | ${say('fulfilled', '充足')} | ${world.sourceDir} |`
  return `# Inspection ${world.round}

Feature: ${world.feature}

## Summary

Judgment: ${open.length === 0 ? 'GO' : 'NOGO'}

| Severity | Open |
|---|---|
| Critical | ${open.length} |
| Major | 0 |
| Minor | 0 |
| Info | 0 |

## Findings

| ID | Severity | Where | Finding | Needed |
|---|---|---|---|---|${findings.map((row) => `\n${row}`).join('')}

## Requirements

| Requirement | Result | Evidence |
|---|---|---|
${requirements.map(requirementRow).join('\n')}

## Tasks

| Task | Box | Verified | Evidence |
|---|---|---|---|
${tasks.map((task) => taskRow(task, world.sourceDir)).join('\n')}

## Next Steps

${open.length === 0 ? 'None' : say('1. Finish the open tasks.', '1. 未完了のタスクを完了させる。')}
`
}

function taskRow(task: Task, sourceDir: string): string {
  const name = task.id ?? `line ${task.line}`
  return isOpen(task) ? `| ${name} | open | no | - |` : `| ${name} | done | yes | ${sourceDir} |`
}
