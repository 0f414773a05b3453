import { openProjectSet } from '../../../src/host/main.ts'
import type { ProjectSet } from '../../../src/host/project/project-set.ts'
import { ProjectWorld, type WorldOptions } from '../../../src/testkit/worlds/project-world.ts'
import type { Seat, SeatOptions, TestBrowser } from './browser.ts'

/** A temp project, its host with the built page, the mock CLI as agent, and a real browser. */
export class UiWorld {
  readonly project: ProjectWorld
  readonly #browser: TestBrowser
  readonly #seats: Seat[] = []
  #projects: ProjectSet | null = null

  private constructor(browser: TestBrowser, options: WorldOptions) {
    this.#browser = browser
    this.project = new ProjectWorld(options)
  }

  /** Calls `prepare` before it opens the host. */
  static async open(
    browser: TestBrowser,
    options: WorldOptions = {},
    prepare: (project: ProjectWorld) => void = () => undefined,
  ): Promise<UiWorld> {
    const world = new UiWorld(browser, options)
    prepare(world.project)
    await world.start([])
    return world
  }

  get projects(): ProjectSet {
    if (this.#projects === null) throw new Error('the world has no open projects')
    return this.#projects
  }

  get port(): number {
    return this.projects.server.port
  }

  async start(ports: number[]): Promise<void> {
    this.#projects = await openProjectSet({ env: this.project.env, ports })
    const host = await this.project.open(this.#projects)
    await host.serve()
  }

  async stop(): Promise<void> {
    await this.#projects?.close()
    this.#projects = null
  }

  /** The address of a screen of this project. */
  path(screen = ''): string {
    return `/p/${this.project.host.info.id}/${screen}`
  }

  /** A user who has opened the link that the host prints. */
  async sit(options: SeatOptions & { at?: string } = {}): Promise<Seat> {
    const seat = await this.#browser.seat(options)
    this.#seats.push(seat)
    await seat.page.goto(this.projects.server.link(this.path(options.at)))
    await seat.page.waitForURL('**/p/**')
    await seat.page.getByRole('main').waitFor()
    return seat
  }

  /** A device without access. */
  async stranger(options: SeatOptions = {}): Promise<Seat> {
    const seat = await this.#browser.seat(options)
    this.#seats.push(seat)
    return seat
  }

  /** A paired phone at the board, over an address other than the local listener's. */
  async pairedPhone(options: SeatOptions = {}): Promise<Seat> {
    const { server } = this.projects
    const opened = await server.setRemote({ address: '127.0.0.2', port: 0 })
    const offer = await server.pair()
    if (!opened.ok || !offer.ok || opened.value.remote === null) throw new Error('no way in')
    const seat = await this.stranger({ ...options, device: 'phone' })
    const { url } = opened.value.remote
    await seat.page.goto(`${url.replace(/\/$/, '')}/pair?code=${offer.value.code}`)
    await seat.page.getByRole('button').first().tap()
    await seat.page.waitForURL('**/p/**')
    await seat.page.getByRole('main').waitFor()
    return seat
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { context } of this.#seats) await context.close()
    const live = (await this.#projects?.current?.coordinator.live()) ?? []
    for (const name of live) await this.project.host.coordinator.stop(name)
    await this.stop()
    await this.project[Symbol.asyncDispose]()
  }
}
