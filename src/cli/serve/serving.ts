import type { WorkItem } from '../../contracts/work-item.ts'
import { setTimeout as delay } from 'node:timers/promises'
import type { Rejection } from '../../contracts/rejections.ts'
import {
  openProjectSet,
  openServing,
  type Host,
  type Serving as OwnServing,
} from '../../host/main.ts'
import { OpenProjects } from '../../host/project/open-projects.ts'
import { openSettings } from '../../host/config/open-settings.ts'
import { readHostAddress } from '../../host/project/host-lock.ts'
import type { ProjectSet } from '../../host/project/project-set.ts'
import { hasScreen, openWindow } from './browser-window.ts'
import type { Invocation } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { Interruption } from '../run/interruption.ts'
import { CommandError } from '../problems.ts'
import { projectAt, type Project } from '../project.ts'
import { openToDevices, type DeviceAddress } from './open-to-devices.ts'
import { wordsForRejection } from '../words/wording.ts'
import { UiLink } from './ui-link.ts'
import { portFreed } from './freed-port.ts'

/** Always tried in this order, so that bookmarks and installed windows keep working. */
export const USUAL_PORTS = [4545, 4546, 4547, 4548, 4549]
const POLL_MS = 100
const PATIENCE_MS = 10_000

export interface Serving {
  /** Null where there is no project: the page then says how to open one. */
  project: Project | null
  port: number | null
  remote: DeviceAddress | null
  opensWindow: boolean
  /** Exit when another process is the host, instead of waiting to take over from it. */
  leavesToOther: boolean
}

/** Serves the page until a signal arrives, by this process or by another host while it lives. */
export async function serveInForeground(invocation: Invocation, serving: Serving): Promise<number> {
  const server = new ForegroundServer(invocation, serving)
  try {
    return await server.toItsEnd()
  } finally {
    server.dispose()
  }
}

class ForegroundServer {
  readonly #invocation: Invocation
  readonly #serving: Serving
  readonly #interruption = new Interruption()
  /** Nothing else keeps the process alive, not even its server. */
  readonly #alive = setInterval(() => undefined, 60_000)
  #isShown = false

  constructor(invocation: Invocation, serving: Serving) {
    this.#invocation = invocation
    this.#serving = serving
  }

  async toItsEnd(): Promise<number> {
    let ports = this.#serving.port === null ? USUAL_PORTS : [this.#serving.port]
    let isTakingOver = false
    const deadline = performance.now() + PATIENCE_MS
    while (!this.#interruption.isRequested) {
      const port = this.#portElsewhere()
      if (port !== null) {
        await this.#show(port, 'attached')
        if (this.#serving.leavesToOther) return EXIT.completed
        await this.#otherEnds()
        if (!this.#interruption.isRequested) await portFreed(port)
        ports = [port, ...USUAL_PORTS]
        isTakingOver = true
        continue
      }
      const own = await this.#become(ports, isTakingOver)
      if (own) return this.#host(own)
      if (!isTakingOver && performance.now() > deadline) throw silent()
      await delay(POLL_MS)
    }
    return EXIT.interrupted
  }

  dispose(): void {
    clearInterval(this.#alive)
    this.#interruption.dispose()
  }

  #portElsewhere(): number | null {
    const { project } = this.#serving
    return project && (readHostAddress(project.folders)?.port ?? null)
  }

  /** Polls instead of connecting: a host that only runs an item would wait for its followers. */
  async #otherEnds(): Promise<void> {
    while (this.#portElsewhere() !== null && !this.#interruption.isRequested) await delay(POLL_MS)
    if (!this.#interruption.isRequested)
      this.#invocation.output.say('The other process has ended. This one takes over.')
  }

  async #become(ports: number[], isTakingOver: boolean): Promise<OwnServing | null> {
    const { env } = this.#invocation
    const { project, port } = this.#serving
    const own = project
      ? await openServing(
          {
            folders: project.folders,
            settings: openSettings(project.folders.projectDir, env),
            env,
          },
          ports,
        )
      : { projects: await openProjectSet({ env, ports }), host: null }
    if (own === null || port === null || isTakingOver || own.projects.server.port === port)
      return own
    await own.projects.close()
    throw portTaken(port)
  }

  async #host({ projects, host }: OwnServing): Promise<number> {
    const { output } = this.#invocation
    try {
      if (host) await this.#takeUp(projects, host)
      await this.#reopen(projects)
      await this.#show(projects.server.port, 'serving')
      const { remote } = this.#serving
      if (remote) await openToDevices(projects.server, remote, output)
      const { leavesToOther, project } = this.#serving
      if (leavesToOther && project)
        output.say(
          `In the background: nohup ${project.typed('serve', '--no-open')} > /dev/null 2>&1 &`,
        )
      output.say(
        'Press Ctrl+C to stop. Running agents keep working, and the next start picks them up.',
      )
      await new Promise<void>((resolve) => (this.#interruption.act = resolve))
      const left = await agentsAtWork(projects)
      if (left.length > 0) output.say(`Still running: ${left.join(', ')}`)
    } finally {
      await projects.close()
    }
    return EXIT.interrupted
  }

  async #takeUp(projects: ProjectSet, host: Host): Promise<void> {
    const { output } = this.#invocation
    // Already open in this process: this only makes it the current project.
    await projects.open(host.info.dir)
    const items = await host.serve()
    if (items.length > 0) output.say(`Recovered: ${namesOf(items)}`)
  }

  async #reopen(projects: ProjectSet): Promise<void> {
    const { output, env } = this.#invocation
    const own = this.#serving.project?.folders.projectDir ?? null
    for (const { dir, host } of await projects.reopen(new OpenProjects(env, own))) {
      if (host?.ok) {
        const items = await host.value.serve()
        output.say(items.length > 0 ? `Recovered in ${dir}: ${namesOf(items)}` : `Reopened: ${dir}`)
      } else output.say(`Not reopened: ${whyNot(dir, host?.error ?? null)}`)
    }
  }

  async #show(port: number, type: 'serving' | 'attached'): Promise<void> {
    const { output, env } = this.#invocation
    const dir = this.#serving.project?.folders.projectDir ?? null
    const link = new UiLink(port, dir, env)
    output.data({ type, dir, port, url: link.plain, link: link.lasting })
    const what = dir ?? 'SDD Orchestrator, without a project'
    const who = type === 'serving' ? 'Serving' : 'Another process is serving'
    output.say(`${who} ${what}\n  ${link.lasting}`)
    if (this.#isShown || !this.#serving.opensWindow) return
    this.#isShown = true
    if (!hasScreen(env, output.isLive)) return
    const isOpen = await openWindow(link.once(), env)
    output.say(isOpen ? 'Opened in a window.' : 'Could not start a browser. Open the link above.')
  }
}

function whyNot(dir: string, error: Rejection | null): string {
  if (error === null) return `${dir} is no longer there`
  if (error.code === 'PROJECT_ELSEWHERE') return `another process is serving ${dir}`
  const { message, remedy } = wordsForRejection(error, projectAt(dir, true))
  return `${dir}: ${message}. ${remedy}`
}

async function agentsAtWork({ hosts }: ProjectSet): Promise<string[]> {
  const live = await Promise.all(hosts.map((host) => host.coordinator.live()))
  return live.flat().map(({ name }) => name)
}

const namesOf = (items: WorkItem[]): string => items.map(({ name }) => name).join(', ')

const portTaken = (port: number): CommandError =>
  new CommandError(`Port ${port} is in use`, {
    hint: 'Choose another one with --port, or omit --port',
    code: 'PORT_IN_USE',
    exitCode: EXIT.usage,
  })

const silent = (): CommandError =>
  new CommandError('Another process hosts this project but has not published its address', {
    hint: 'Try again in a moment',
    code: 'HOST_SILENT',
    exitCode: EXIT.error,
  })
