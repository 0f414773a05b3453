import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { until } from '../../testkit/worlds/agent-world.ts'
import { watchPlainly } from './plain-watch.ts'

it('hears what changes in items, also in those that come later or are made again', async () => {
  const root = mkdtempSync(join(tmpdir(), 'sdd-watch-'))
  const specs = join(root, 'specs')
  const heard = new Set<string>()
  mkdirSync(join(specs, 'first'), { recursive: true })
  mkdirSync(join(root, 'runtime'))
  const subscription = watchPlainly(
    root,
    (path) => heard.add(path.slice(root.length + 1)),
    (path) => path.startsWith(join(root, 'runtime')),
  )
  const writes = async (name: string): Promise<void> => {
    const file = join(name, 'tasks.md')
    heard.clear()
    // A folder is watched only shortly after it is created: write until an event arrives.
    await until(() => {
      writeFileSync(join(specs, file), String(heard.size))
      return heard.has(join('specs', file))
    })
  }
  try {
    await writes('first')
    mkdirSync(join(specs, 'second'))
    await until(() => heard.has(join('specs', 'second')))
    await writes('second')
    rmSync(join(specs, 'second'), { recursive: true })
    mkdirSync(join(specs, 'second'))
    await writes('second')
    writeFileSync(join(root, 'runtime', 'log'), '')
    await writes('first')
    expect([...heard].filter((path) => path.startsWith('runtime'))).toEqual([])
  } finally {
    await subscription.unsubscribe()
    rmSync(root, { recursive: true, force: true })
  }
})
