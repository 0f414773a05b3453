import { openServing, type Serving } from '../../host/main.ts'
import { readHostAddress } from '../../host/project/host-lock.ts'
import { hasScreen, openWindow } from './browser-window.ts'
import { Interruption } from '../run/interruption.ts'
import type { Output } from '../output.ts'
import type { ProjectContext } from '../project.ts'
import { USUAL_PORTS } from './serving.ts'
import { UiLink } from './ui-link.ts'

/** The page beside the demo. The run reaches this process as it would reach any other host. */
export class DemoPage {
  readonly #context: ProjectContext
  readonly #output: Output
  readonly #own: Serving | null

  static async open(context: ProjectContext, output: Output): Promise<DemoPage> {
    const own = await openServing(context, USUAL_PORTS)
    await own?.host?.serve()
    return new DemoPage(context, output, own)
  }

  private constructor(context: ProjectContext, output: Output, own: Serving | null) {
    this.#context = context
    this.#output = output
    this.#own = own
  }

  async show(opensWindow: boolean): Promise<void> {
    const { folders, env } = this.#context
    const port = this.#own?.projects.server.port ?? readHostAddress(folders)?.port
    if (port === undefined) return
    const link = new UiLink(port, folders.projectDir, env)
    this.#output.say(`Watch it in the browser: ${link.lasting}`)
    if (opensWindow && hasScreen(env, this.#output.isLive)) await openWindow(link.once(), env)
  }

  /** At a terminal the page stays for a look around; a script must not wait forever. */
  async stay(code: number): Promise<number> {
    if (this.#own === null || !this.#output.isLive) return code
    this.#output.say('\nThe page stays open. Press Ctrl+C to end the demo.')
    const interruption = new Interruption()
    const alive = setInterval(() => undefined, 60_000)
    await new Promise<void>((resolve) => (interruption.act = resolve))
    clearInterval(alive)
    interruption.dispose()
    return code
  }

  async close(): Promise<void> {
    await this.#own?.projects.close()
  }
}
