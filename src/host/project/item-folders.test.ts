import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { findItems } from './item-folders.ts'

const roots: string[] = []

function projectWith(files: string[]): string {
  const root = mkdtempSync(join(tmpdir(), 'sdd-folders-'))
  roots.push(root)
  for (const file of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), '')
  }
  return root
}

afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true })
})

it('the empty folder for what is over, as a tool makes it in advance, is nothing to report', () => {
  const project = projectWith([
    'openspec/changes/add-login/.openspec.yaml',
    'openspec/changes/archive/.gitkeep',
    '.kiro/specs/archive/.gitkeep',
  ])
  const { items, unread } = findItems(project, 'spec')
  expect(items.map(({ name }) => name)).toEqual(['add-login@openspec'])
  expect(unread).toEqual([])
})

it('any other folder that is not a spec is reported, with what it lacks', () => {
  const project = projectWith([
    'openspec/changes/ideas/.gitkeep',
    'openspec/changes/notes/todo.txt',
    'openspec/changes/archive/2026-01-01-old/todo.txt',
  ])
  expect(findItems(project, 'spec').unread).toEqual([
    { folder: 'openspec/changes/archive/2026-01-01-old', why: 'no-documents' },
    { folder: 'openspec/changes/ideas', why: 'empty' },
    { folder: 'openspec/changes/notes', why: 'no-documents' },
  ])
})
