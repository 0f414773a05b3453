import { describe, expect, it } from 'vitest'
import { normaliseSpec, readRecord } from '../spec/normalise.ts'
import { specNamed } from '../../contracts/work-item.ts'
import { groupOf } from './item-group.ts'
import { folderOf } from './item-place.ts'
import type { ItemTree } from './format.ts'
import { OPENSPEC } from './openspec/openspec.ts'
import { SPEC_KIT } from './spec-kit/spec-kit.ts'
import { SPEC_WORKFLOW_SERVER } from './spec-workflow/spec-workflow.ts'

/** A working tree in memory; paths are relative to its top. */
function treeIn(files: Record<string, string>, folder: string): ItemTree {
  const paths = Object.keys(files).filter((path) => path.startsWith(`${folder}/`))
  return {
    names: paths.map((path) => path.slice(folder.length + 1)).filter((name) => !name.includes('/')),
    read: (path) => files[`${folder}/${path}`] ?? null,
    folder: (path) => treeIn(files, path),
  }
}

describe('Spec Kit', () => {
  it('is known by what stands beside spec.md: a project may have specs of its own', () => {
    expect(SPEC_KIT.isItem(['spec.md', 'plan.md'], 'login')).toBe(true)
    expect(SPEC_KIT.isItem(['spec.md', 'checklists'], 'login')).toBe(true)
    expect(SPEC_KIT.isItem(['spec.md'], 'login')).toBe(false)
    expect(SPEC_KIT.isItem(['login.spec.ts', 'tasks.md'], '001-login')).toBe(false)
  })

  it('a folder with a number is one by its spec.md alone', () => {
    expect(SPEC_KIT.isItem(['spec.md'], '001-login')).toBe(true)
    expect(SPEC_KIT.isItem(['spec.md'], 'desk/20260319-143022-login')).toBe(true)
    expect(SPEC_KIT.isItem(['spec.md'], '001-desk/login')).toBe(false)
    expect(SPEC_KIT.isItem(['README.md'], '001-login')).toBe(false)
  })

  it('has the idea and the status in spec.md; a status that no one kept up says nothing', () => {
    const spec = (status: string): string =>
      `# Feature\n\n**Status**: ${status}\n**Input**: User description: "Find a book"\n`
    const recordOf = (status: string) =>
      SPEC_KIT.recordOf(
        '001-search',
        treeIn({ 'specs/001-search/spec.md': spec(status) }, 'specs/001-search'),
      )
    expect(recordOf('Draft')).toEqual({ description: 'Find a book', phase: 'Draft' })
    expect(recordOf('Half way')).toEqual({ description: 'Find a book' })
    expect(normaliseSpec('x', recordOf('Completed')).claimsDone).toBe(true)
  })

  it('spec.md and plan.md are our requirements and design', () => {
    expect(SPEC_KIT.fileOf('requirements.md', [])).toBe('spec.md')
    expect(SPEC_KIT.fileOf('design.md', [])).toBe('plan.md')
    expect(SPEC_KIT.fileOf('tasks.md', [])).toBe('tasks.md')
  })
})

describe('OpenSpec', () => {
  it('begins with a proposal, and asks for no design', () => {
    expect(OPENSPEC.fileOf('requirements.md', [])).toBe('proposal.md')
    const json = OPENSPEC.recordOf('add-search', treeIn({}, 'openspec/changes/add-search'))
    expect(json).toEqual({ workflow: 'change' })
    expect(readRecord(specNamed('add-search'), json).claimsDone).toBe(false)
  })

  it('what was moved to the archive is over', () => {
    const path = 'archive/2025-01-02-add-search'
    expect(OPENSPEC.isArchived(path)).toBe(true)
    expect(OPENSPEC.isArchived('add-archive')).toBe(false)
    const json = OPENSPEC.recordOf(path, treeIn({}, 'x'))
    expect(readRecord(specNamed('add-search'), json).claimsDone).toBe(true)
  })
})

describe('spec-workflow', () => {
  const request = (file: string, status: string, createdAt = '2025-01-01T00:00:00Z'): string =>
    JSON.stringify({ filePath: `.spec-workflow/specs/login/${file}`, status, createdAt })

  const approvalsOf = (requests: string[], documents = ['requirements.md', 'design.md']) =>
    SPEC_WORKFLOW_SERVER.recordOf(
      'login',
      treeIn(
        Object.fromEntries([
          ...documents.map((name) => [`.spec-workflow/specs/login/${name}`, 'text']),
          ...requests.map((text, at) => [
            `.spec-workflow/approvals/login/approval_${at}.json`,
            text,
          ]),
        ]) as Record<string, string>,
        '.spec-workflow/specs/login',
      ),
    )['approvals']

  it('the newest request about a document decides, and only `approved` approves', () => {
    expect(
      approvalsOf([
        request('requirements.md', 'rejected', '2025-01-01T00:00:00Z'),
        request('requirements.md', 'approved', '2025-01-02T00:00:00Z'),
        request('design.md', 'approved', '2025-01-01T00:00:00Z'),
        request('design.md', 'needs-revision', '2025-01-03T00:00:00Z'),
        request('tasks.md', 'pending'),
      ]),
    ).toEqual({
      requirements: { generated: true, approved: true },
      design: { generated: true, approved: false },
      tasks: { generated: false, approved: false },
    })
  })

  it('files that are no requests say nothing', () => {
    expect(approvalsOf(['{ broken', '[]', 'null', '{"filePath":7}', '"approved"'])).toEqual({})
  })

  it('what is archived has a root of its own, and its approvals where they were', () => {
    const item = specNamed('archive/specs/login@spec-workflow')
    expect(folderOf(item)).toBe('.spec-workflow/archive/specs/login')
    expect(groupOf(item)).toMatchObject({ folder: 'archive/specs', isArchived: true })
    const files = {
      '.spec-workflow/archive/specs/login/design.md': 'text',
      '.spec-workflow/approvals/login/approval_1.json': request('design.md', 'approved'),
    }
    const tree = treeIn(files, '.spec-workflow/archive/specs/login')
    expect(SPEC_WORKFLOW_SERVER.recordOf('archive/specs/login', tree)).toEqual({
      approvals: { design: { generated: true, approved: true } },
    })
  })

  it('paths as Windows writes them are read too', () => {
    const text = JSON.stringify({ filePath: String.raw`C:\w\login\design.md`, status: 'approved' })
    expect(approvalsOf([text])).toEqual({ design: { generated: true, approved: true } })
  })
})
