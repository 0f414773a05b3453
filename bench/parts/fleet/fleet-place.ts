import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { ownPostgres, type OwnPostgres } from '../../../src/fleet/demo/own-postgres.ts'
import { specName } from '../specs.ts'
import { workFolder } from '../worker.ts'

export const PROJECT = 'shop'
/** Databases on one server: the fleet's, and that of the bare queue. */
const OURS = 'fleet'
const BARE = 'bare'

export interface FleetPlace {
  folder: string
  ours: string
  bare: string
  repository: string
  /** The commits that every item's branch is at after its first step, its second, … */
  commits: string[]
  close: () => Promise<void>
}

/** A PostgreSQL, and a repository in which the documents of that many items grow step by step. */
export async function openPlace(specs: number): Promise<FleetPlace> {
  const folder = workFolder()
  // As root, PostgreSQL runs as another user.
  chmodSync(folder, 0o755)
  const home = process.env['SDD_POSTGRES']
  if (home === undefined) throw new Error('start it with npm run bench')
  const postgres = await ownPostgres(home, join(folder, 'pg'))
  for (const name of [OURS, BARE]) await make(postgres, name)
  const repository = join(folder, 'shop')
  return {
    folder,
    ours: postgres.urlOf(OURS),
    bare: postgres.urlOf(BARE),
    repository,
    commits: documentsOf(repository, specs),
    close: () => postgres.stop(),
  }
}

async function make(postgres: OwnPostgres, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.urlOf('postgres') })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
}

const table = (fix: number): string =>
  `## Summary\n\n| Severity | Issues | Fix Required | No Fix Needed | Needs Discussion |\n|---|---|---|---|---|\n| Critical | 0 | 0 | 0 | 0 |\n| Warning | ${fix} | ${fix} | 0 | 0 |\n| Info | 0 | 0 | 0 | 0 |\n`

const review = (round: number, fix: number): string =>
  `# Document Review ${round}\n\n## Summary\n\n| Severity | Issues |\n|---|---|\n| Critical | 0 |\n| Warning | ${fix} |\n| Info | 0 |\n`

const reply = (round: number, fix: number): string =>
  `# Document Review Reply ${round}\n\n${table(fix)}\nStatus: ${fix === 0 ? 'approved' : 'pending'}\n`

/** Seven steps without code: a review that finds something, and one that does not. */
const STEPS: Record<string, string>[] = [
  { 'requirements.md': '# Requirements\n\n### Requirement 1: It works\n' },
  { 'design.md': '# Design\n\nOne component, for 1.1.\n' },
  { 'tasks.md': '# Tasks\n\n- [ ] 1. Part 1\n  - _Requirements: 1.1_\n' },
  { 'document-review-1.md': review(1, 1) },
  { 'document-review-1-reply.md': reply(1, 1), 'design.md': '# Design\n\nRevised, for 1.1.\n' },
  { 'document-review-2.md': review(2, 0) },
  { 'document-review-2-reply.md': reply(2, 0) },
]

function documentsOf(repository: string, specs: number): string[] {
  mkdirSync(repository, { recursive: true })
  const git = (...args: string[]): string => {
    const who = ['-c', 'user.name=A person', '-c', 'user.email=person@example.com']
    return execFileSync('git', [...who, ...args], { cwd: repository, encoding: 'utf8' }).trim()
  }
  git('init', '--quiet', '--initial-branch=main')
  git('commit', '--quiet', '--allow-empty', '-m', 'The shop')
  return STEPS.map((documents, step) => {
    for (let index = 0; index < specs; index++) {
      const dir = join(repository, '.kiro', 'specs', specName(index).name)
      mkdirSync(dir, { recursive: true })
      for (const [name, text] of Object.entries(documents)) writeFileSync(join(dir, name), text)
    }
    git('add', '.')
    git('commit', '--quiet', '-m', `Step ${step + 1}`)
    return git('rev-parse', 'HEAD')
  })
}

export const STEPS_EACH = STEPS.length
