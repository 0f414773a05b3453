import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ITEM_KINDS, isItemName } from '../../src/contracts/work-item.ts'
import { realFiles, type DurableFiles } from '../../src/host/files/durable-files.ts'
import { createItem } from '../../src/host/items/create-item.ts'
import { itemDirOf } from '../../src/host/project/folders.ts'
import { ProjectWorld } from '../../src/testkit/worlds/project-world.ts'

const NAME = 'login'

it.each(ITEM_KINDS)('S1 a new %s is there all at once: no one finds a part of it', async (kind) => {
  await using world = new ProjectWorld()
  if (!isItemName(NAME)) throw new Error('not a name')
  const item = { kind, name: NAME }
  const dir = itemDirOf(world.folders, item)
  const seen: string[][] = []
  const look = () => void seen.push(existsSync(dir) ? readdirSync(dir) : [])
  const files: DurableFiles = {
    openAppend(path, known) {
      look()
      return realFiles.openAppend(path, known)
    },
    async replace(path, text, replacing) {
      look()
      await realFiles.replace(path, text, replacing)
      look()
    },
  }
  const created = await createItem(world.folders, files, {
    item,
    description: '',
    language: 'en',
    at: new Date().toISOString(),
    calledBy: { kind: 'auto-execution' },
    isQuick: kind === 'spec',
  })
  expect(created.ok).toBe(true)
  expect(seen.length).toBeGreaterThan(2)
  expect(seen.filter((names) => names.length > 0)).toEqual([])
  expect(readdirSync(dir)).toContain('event-log.jsonl')
  expect(readdirSync(join(world.folders.runtimeDir, 'new'))).toEqual([])
})
