import { join } from 'node:path'
import type { CalledBy } from '../../contracts/called-by.ts'
import { bugItem, isItemName, specItem, type WorkItem } from '../../contracts/work-item.ts'
import type { OpenedRuns } from '../../fleet/open-runs.ts'
import { ownTerminal } from '../../host/calls/called-by.ts'
import { stateFolder } from '../../host/project/state-folder.ts'
import type { Invocation } from '../command.ts'
import type { FleetVerb } from '../commands/fleet/fleet.ts'
import { EXIT } from '../exit-codes.ts'
import { Refused, UsageError } from '../problems.ts'
import { locateProject } from '../project.ts'
import { fleetModule } from './fleet-modules.ts'
import { checkName, databaseIn } from './fleet-options.ts'
import { invitePerson, people } from './people-verbs.ts'
import { projects } from './project-verbs.ts'

type Verb = (invocation: Invocation, opened: OpenedRuns) => Promise<number>

const CARRY_OUT: { [V in FleetVerb]: Verb } = {
  status,
  enrol,
  revoke,
  drain,
  invite: invitePerson,
  people,
  projects,
  import: runImport,
  export: runExport,
  start: (invocation, opened) => send(invocation, opened, 'start'),
  stop: (invocation, opened) => send(invocation, opened, 'stop'),
}

export async function carryOut(verb: FleetVerb, invocation: Invocation): Promise<number> {
  const { openRuns } = await fleetModule(() => import('../../fleet/open-runs.ts'))
  const { env, output } = invocation
  const opened = await openRuns({
    database: databaseIn(invocation),
    folder: join(stateFolder(env), 'mirrors'),
    env,
    reportError: (error) => output.warn(error instanceof Error ? error.message : String(error)),
  })
  try {
    return await CARRY_OUT[verb](invocation, opened)
  } finally {
    await opened[Symbol.asyncDispose]()
  }
}

async function status({ output }: Invocation, { pool }: OpenedRuns): Promise<number> {
  const { fleetStatus } = await import('../../fleet/administration.ts')
  const { workers, attempts } = await fleetStatus(pool)
  for (const worker of workers) {
    const heard = worker.lastHeardAt?.toISOString() ?? null
    const { name, pools, steps, isRevoked } = worker
    output.data({ type: 'worker', name, pools, steps, lastHeardAt: heard, isRevoked })
    const state = isRevoked ? 'revoked' : `${steps} steps, last heard ${heard ?? 'never'}`
    output.say(`${name} (${pools.join(', ')}): ${state}`)
  }
  for (const { project, kind, name, state, worker } of attempts) {
    output.data({ type: 'step', project, item: `${kind}:${name}`, state, worker })
    output.say(
      `${project} ${kind}:${name}: ${worker === null ? 'waits for a worker' : `on ${worker}`}`,
    )
  }
  if (workers.length === 0) output.say('No worker has enrolled yet')
  return EXIT.completed
}

async function enrol(invocation: Invocation, { pool }: OpenedRuns): Promise<number> {
  const { makeCode } = await import('../../fleet/gateway/worker-keys.ts')
  const pools = (invocation.text('pool') ?? 'default').split(',').filter((name) => name !== '')
  for (const name of pools) checkName(name, 'pool')
  const code = await makeCode(pool, pools)
  invocation.output.data({ type: 'code', code, pools })
  invocation.output.say(`This code gives one worker access, within the hour: ${code}`)
  return EXIT.completed
}

async function revoke({ positionals, output }: Invocation, { pool }: OpenedRuns): Promise<number> {
  const workerKeys = await import('../../fleet/gateway/worker-keys.ts')
  const [, name = ''] = positionals
  if (!(await workerKeys.revoke(pool, name))) throw new UsageError(`There is no worker ${name}`)
  output.data({ type: 'result', status: 'completed' })
  output.say(`${name} has lost access. What it had is repeated by another worker.`)
  return EXIT.completed
}

async function drain(invocation: Invocation, { pool }: OpenedRuns): Promise<number> {
  const { setDraining } = await import('../../fleet/served/workers.ts')
  const [, name = ''] = invocation.positionals
  const isOn = !invocation.has('off')
  if (!(await setDraining(pool, name, isOn))) throw new UsageError(`There is no worker ${name}`)
  return done(
    invocation,
    isOn ? `${name} finishes what it has and takes nothing new.` : `${name} takes steps again.`,
  )
}

async function runImport(invocation: Invocation, { pool, runs }: OpenedRuns): Promise<number> {
  const { importItem } = await import('../../fleet/moving/import-item.ts')
  const ref = refIn(invocation)
  const { folders } = locateProject(invocation)
  await importItem(pool, { ...ref, folders, env: invocation.env })
  const taken = await runs.stateOf(ref)
  if (taken?.status === 'running' || taken?.status === 'queued')
    await runs.command(ref, { type: 'recover', item: ref.item, calledBy: ownTerminal() })
  return done(
    invocation,
    `${ref.item.name} is in the fleet. Leave it alone here until it is exported.`,
  )
}

async function runExport(
  invocation: Invocation,
  { pool, jobs, runs }: OpenedRuns,
): Promise<number> {
  const { exportItem } = await import('../../fleet/moving/export-item.ts')
  const ref = refIn(invocation)
  const { folders } = locateProject(invocation)
  const state = await runs.stateOf(ref)
  if (state?.workspace.kind === 'worktree')
    throw new UsageError(
      `The code of ${ref.item.name} is in a worktree of the fleet`,
      'Deploy it there: this checkout has no such worktree',
    )
  if (!(await exportItem({ pool, jobs }, { ...ref, folders })))
    throw new Refused({ code: 'NOT_FOUND', item: ref.item })
  return done(invocation, `${ref.item.name} is back in this checkout, and no longer in the fleet.`)
}

async function send(
  invocation: Invocation,
  { runs }: OpenedRuns,
  type: 'start' | 'stop',
): Promise<number> {
  const ref = refIn(invocation)
  const calledBy: CalledBy = ownTerminal()
  const { item } = ref
  const answer = await (type === 'start'
    ? runs.command(ref, { type, item, go: [], nogo: [], calledBy })
    : runs.command(ref, { type, item, calledBy }))
  if (!answer.ok) throw new Refused(answer.error)
  return done(
    invocation,
    type === 'start' ? `${item.name} is started.` : `${item.name} is stopped.`,
  )
}

function done({ output }: Invocation, words: string): number {
  output.data({ type: 'result', status: 'completed' })
  output.say(words)
  return EXIT.completed
}

function refIn({ positionals }: Invocation): { project: string; item: WorkItem } {
  const [, project = '', text = ''] = positionals
  checkName(project, 'project')
  const name = text.replace(/^(bug|spec):/, '')
  if (!isItemName(name))
    throw new UsageError(`${text || 'An empty text'} is not the name of an item`)
  return { project, item: text.startsWith('bug:') ? bugItem(name) : specItem(name) }
}
