import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { specNamed } from '../../contracts/work-item.ts'
import type { ItemRow } from '../runs/item-row.ts'
import { CommitDocuments } from './commit-documents.ts'
import { Mirrors } from './mirrors.ts'

const ROW: ItemRow = {
  id: 1,
  project: 'shop',
  item: specNamed('login'),
  record: '{}',
  comments: '[]',
  head: '0'.repeat(40),
  pool: 'default',
  repository: '/nowhere/shop.git',
  base: 'main',
  settings: '{}',
}

it.each(['load', 'glance'] as const)(
  'without git, %s says so and no failure is left that would end the process',
  async (how) => {
    const root = mkdtempSync(join(tmpdir(), 'sdd-documents-'))
    const unheard: unknown[] = []
    const hear = (error: unknown): void => void unheard.push(error)
    process.on('unhandledRejection', hear)
    onTestFinished(() => {
      process.off('unhandledRejection', hear)
      rmSync(root, { recursive: true, force: true })
    })
    using commits = new CommitDocuments(new Mirrors(root, { PATH: join(root, 'empty') }))
    await expect(commits[how](ROW)).rejects.toThrow(/git/)
    await nextTurn()
    expect(unheard).toEqual([])
  },
)
