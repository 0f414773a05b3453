import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readTasks } from '../src/core/readers/tasks/tasks-document.ts'
import { peakRssMb, repeat, rowOf } from './parts/row.ts'
import { play, workFolder } from './parts/worker.ts'

const TASKS = 10_000
const RUNS = 60
const WARM_UP = 10

/** A tasks.md longer than any person would read. */
await play({}, async () => {
  const path = join(workFolder(), 'tasks.md')
  writeFileSync(path, tasksText())
  const times = { floor: [] as number[], ours: [] as number[] }
  let failures = 0
  await repeat({ times: RUNS + WARM_UP, withinMs: 10_000 }, async (index) => {
    const begin = performance.now()
    const text = readFileSync(path, 'utf8')
    const between = performance.now()
    const reading = readTasks(readFileSync(path, 'utf8'))
    const end = performance.now()
    if (text === '' || !reading.ok || reading.tasks.length !== TASKS) failures++
    if (index < WARM_UP) return
    times.floor.push(between - begin)
    times.ours.push(end - between)
  })
  return [
    rowOf({
      name: 'tasks.md with 10,000 tasks',
      unit: 'ms',
      figure: times.ours,
      floor: times.floor,
      target: { atMost: 10 },
      failures,
      peakRssMb: { reader: peakRssMb() },
      notes: { KB: Math.round(statSync(path).size / 1024), 'wrong readings': failures },
    }),
  ]
})

function tasksText(): string {
  const lines = ['# Implementation Plan', '']
  for (let number = 0; number < TASKS; number++) {
    const [major, minor] = [Math.floor(number / 10) + 1, number % 10]
    const mark = number % 3 === 0 ? 'x' : ' '
    if (minor === 0) lines.push(`- [${mark}] ${major}. Build part ${major}`)
    else lines.push(`  - [${mark}] ${major}.${minor} Write the code of part ${major}.${minor} (P)`)
    lines.push(`    - Add a test that fails first, then what makes it pass`)
    lines.push(`    - _Requirements: ${major}.1, ${major}.2_`)
  }
  return `${lines.join('\n')}\n`
}
