import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { specNamed, type SpecItem } from '../../contracts/work-item.ts'
import { BUILT_IN_AGENT } from '../../core/agents/agent-table.ts'
import { ownTerminal } from '../../host/calls/called-by.ts'
import { realFiles } from '../../host/files/durable-files.ts'
import { WritingGit } from '../../host/git/writing-git.ts'
import { createItem } from '../../host/items/create-item.ts'
import { foldersOf } from '../../host/project/folders.ts'
import { addProject } from '../administration.ts'
import { Coordinator } from '../coordinator.ts'
import { openPool } from '../database/database.ts'
import { makeCode } from '../gateway/worker-keys.ts'
import { invite } from '../people/invitations.ts'
import { importItem } from '../moving/import-item.ts'
import type { FleetTools } from './fleet-tools.ts'
import { ownPostgres } from './own-postgres.ts'

const PROJECT = 'demo'
const WORKERS = ['first', 'second', 'third'] as const
const SPECS: Readonly<Record<string, string>> = {
  login: 'People log in with their e-mail address.',
  search: 'People find a product by a part of its name.',
  export: 'People export their orders as CSV.',
}

interface DemoParts {
  tools: FleetTools
  /** The path of this program, which worker processes are started with. */
  program: string
  env: NodeJS.ProcessEnv
  /** Takes seconds, instead of a pace that people can follow. */
  isFast: boolean
  say: (line: string) => void
  signal: AbortSignal
  /** Shows the page; the link works once. */
  show: (link: string) => Promise<void>
  /** Resolves when nobody looks at the fleet any more. */
  stay: () => Promise<void>
}

/** Runs a whole fleet on this computer; resolves with how many runs have completed. */
export async function playDemo(parts: DemoParts): Promise<{ completed: number; all: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'sdd-fleet-demo-'))
  // Not inside the other folder: when we are root, PostgreSQL runs as another user.
  const data = mkdtempSync(join(tmpdir(), 'sdd-fleet-postgres-'))
  const postgres = await ownPostgres(parts.tools.postgres, data)
  try {
    return await playOn(postgres.urlOf('postgres'), folder, parts)
  } finally {
    await postgres.stop()
    for (const made of [folder, data]) rmSync(made, { recursive: true, force: true })
  }
}

async function playOn(
  database: string,
  folder: string,
  parts: DemoParts,
): Promise<{ completed: number; all: number }> {
  const { say } = parts
  const env = { ...parts.env, XDG_STATE_HOME: join(folder, 'state') }
  const coordinator = await Coordinator.start({
    database,
    folder: join(folder, 'mirrors'),
    address: '127.0.0.1',
    port: 0,
    env,
    reportError: (error) => say(error instanceof Error ? error.message : String(error)),
  })
  const { url } = coordinator
  say(`PostgreSQL and a coordinator are up: ${url}`)
  const pool = openPool(database)
  const workers: ChildProcess[] = []
  try {
    const items = await prepare(pool, folder, { env, isFast: parts.isFast })
    for (const name of WORKERS) {
      const code = await makeCode(pool, ['default'])
      const worker = await startWorker(parts, { url, name, folder, code })
      say(`Worker ${name} is connected (pid ${worker.pid})`)
      workers.push(worker)
    }
    const { code } = await invite(pool, { name: 'You', role: 'admin' })
    await parts.show(`${url}/pair?code=${code}`)
    const result = await follow(coordinator, items, parts)
    if (!parts.signal.aborted) await parts.stay()
    return result
  } finally {
    await Promise.all(workers.map(stopWorker))
    await pool.end()
    await coordinator[Symbol.asyncDispose]()
  }
}

type Pool = ReturnType<typeof openPool>

/** A bare repository that everyone can reach, and specs that were begun in a checkout. */
async function prepare(
  pool: Pool,
  folder: string,
  { env, isFast }: Pick<DemoParts, 'env' | 'isFast'>,
): Promise<SpecItem[]> {
  const checkout = join(folder, 'checkout')
  const repository = join(folder, 'demo.git')
  for (const dir of [checkout, repository]) mkdirSync(dir, { recursive: true })
  await WritingGit.init(repository, { env, isBare: true, branch: 'main' })
  await WritingGit.init(checkout, { env, branch: 'main' })
  const git = await WritingGit.open(checkout, { env })
  writeFileSync(join(checkout, 'README.md'), '# A small shop\n')
  await git.must(['add', 'README.md'])
  await git.must(['commit', '--quiet', '--message', 'A small shop'])
  await git.must(['push', '--quiet', repository, 'main'], { isRemote: true })
  const settings = JSON.stringify({ agent: BUILT_IN_AGENT, [BUILT_IN_AGENT]: { fast: isFast } })
  await addProject(pool, { id: PROJECT, repository, base: 'main', pool: 'default', settings })
  const folders = foldersOf(checkout, env)
  const items: SpecItem[] = []
  for (const [name, description] of Object.entries(SPECS)) {
    const item = specNamed(name)
    const made = { item, description, language: 'en', isQuick: false, calledBy: ownTerminal() }
    await createItem(folders, realFiles, { ...made, at: new Date().toISOString() })
    await importItem(pool, { project: PROJECT, item, folders, env })
    items.push(item)
  }
  return items
}

interface WorkerStart {
  url: string
  name: string
  code: string
  folder: string
}

async function startWorker(
  { program, env }: DemoParts,
  { url, name, code, folder }: WorkerStart,
): Promise<ChildProcess> {
  const state = join(folder, `worker-${name}`)
  const args = ['worker', '--url', url, '--name', name]
  const child = spawn(process.execPath, [program, ...args], {
    // Not an argument: every user of this computer could read it and enrol first.
    env: { ...env, XDG_STATE_HOME: state, SDD_WORKER_CODE: code },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
  return child
}

async function stopWorker(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGINT')
  await exit
}

async function follow(
  coordinator: Coordinator,
  items: readonly SpecItem[],
  { say, signal }: Pick<DemoParts, 'say' | 'signal'>,
): Promise<{ completed: number; all: number }> {
  let completed = 0
  const open = new Set(items.map(({ name }) => name))
  await new Promise<void>((resolve) => {
    if (signal.aborted) return resolve()
    signal.addEventListener('abort', () => resolve())
    coordinator.events.subscribe(({ event }) => {
      if (event.type === 'entry') say(`${event.item.name}: ${event.entry.message}`)
      if (event.type !== 'settled') return
      if (event.result.status === 'completed') completed++
      open.delete(event.item.name)
      if (open.size === 0) resolve()
    })
    for (const item of items)
      void coordinator.runs.command(
        { project: PROJECT, item },
        { type: 'start', item, go: [], nogo: [], calledBy: ownTerminal() },
      )
  })
  return { completed, all: items.length }
}
