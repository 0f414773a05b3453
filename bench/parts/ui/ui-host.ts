import { specNamed } from '../../../src/contracts/work-item.ts'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AgentInfo } from '../../../src/contracts/launch/agent.ts'
import { openProjectSet, type Host } from '../../../src/host/main.ts'
import type { ProjectSet } from '../../../src/host/project/project-set.ts'
import { writeManySpecs } from '../many-specs.ts'
import type { Address } from './ui-visit.ts'

const FLOOR_PAGE = fileURLToPath(new URL('../../../floor-page', import.meta.url))

interface Opening {
  dir: string
  /** How many specs each project has. */
  projects: number[]
  /** Takes the place of the agent's CLI. */
  command?: string
}

const projectSets: ProjectSet[] = []

/** A host like that of `sdd serve`, and next to it the same server with an empty page. */
export const calls = {
  async open({ dir, projects, command }: Opening) {
    const agent = command === undefined ? {} : { SDD_CLAUDE_COMMAND: command }
    const ours = await openAt(join(dir, 'ours'), agent)
    const floor = await openAt(join(dir, 'floor'), {}, FLOOR_PAGE)
    const pages: (Address & { dir: string })[] = []
    for (const specs of projects) {
      const host = await openProject(ours, join(dir, `project-${specs}`), specs)
      pages.push({ ...addressOf(ours, `/p/${host.info.id}/`), dir: host.info.dir })
    }
    return { pages, floor: addressOf(floor, '/') }
  },

  /** Resolves with the first agent of a new spec. */
  async startAgent({ name }: { name: string }): Promise<AgentInfo> {
    const host = currentHost()
    const agent = new Promise<AgentInfo>((resolve) => {
      host.subscribe((event) => {
        if (event.type === 'agent' && event.agent.item.name === name) resolve(event.agent)
      })
    })
    const spec = { item: specNamed(name), description: 'A long log', language: null }
    const created = await host.call('create', spec)
    if (!created.ok) throw new Error(JSON.stringify(created.error))
    const begun = await host.coordinator.start(specNamed(name))
    if (!begun.ok) throw new Error(JSON.stringify(begun.error))
    return agent
  },

  async close() {
    for (const projects of projectSets) {
      for (const host of projects.hosts)
        for (const name of await host.coordinator.live()) await host.coordinator.stop(name)
      await projects.close()
    }
  },
}

async function openAt(dir: string, env: NodeJS.ProcessEnv, webDir?: string): Promise<ProjectSet> {
  const folders = { XDG_STATE_HOME: join(dir, 'state'), XDG_CONFIG_HOME: join(dir, 'config') }
  const projects = await openProjectSet({
    env: { PATH: process.env['PATH'], ...folders, ...env },
    ...(webDir === undefined ? {} : { webDir }),
  })
  projectSets.push(projects)
  return projects
}

async function openProject(projects: ProjectSet, dir: string, specs: number): Promise<Host> {
  mkdirSync(dir, { recursive: true })
  if (specs > 0) await writeManySpecs(dir, specs)
  const opened = await projects.open(dir)
  if (!opened.ok) throw new Error(JSON.stringify(opened.error))
  await opened.value.serve()
  // A host that has run for a while has computed its rows.
  await opened.value.call('board', {})
  return opened.value
}

function currentHost(): Host {
  const host = projectSets[0]?.current ?? null
  if (host === null) throw new Error('no project is open')
  return host
}

const addressOf = ({ server }: ProjectSet, path: string): Address => ({
  link: server.link(path),
  url: `http://127.0.0.1:${server.port}${path}`,
})
