import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fleetTools } from '../../fleet/demo/fleet-tools.ts'
import { packageFile } from '../../host/shell/package-files.ts'
import type { Invocation } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { hasScreen, openWindow } from '../serve/browser-window.ts'
import { fleetModule } from './fleet-modules.ts'
import { interrupted } from './fleet-options.ts'

/** Set in the process that plays the demo. */
const APART = 'SDD_DEMO_APART'

/** Continues on the Node that was downloaded: this one may be too old. */
export async function demo({ env, output }: Invocation): Promise<number> {
  const tools = await fleetTools(env, (name) => output.say(`Getting ${name} into your cache`))
  const program = packageFile('dist', 'cli', 'main.js')
  if (!env[APART]) {
    const args = [program, 'fleet', 'demo', ...(output.isJson ? ['--json'] : [])]
    return runApart(tools.node, args, { ...env, [APART]: '1' })
  }
  const { playDemo } = await fleetModule(() => import('../../fleet/demo/demo-fleet.ts'))
  const stopped = new AbortController()
  void interrupted().then(() => stopped.abort())
  const say = (line: string): void => output.say(line)
  const show = async (link: string): Promise<void> => {
    output.data({ type: 'coordinating', url: link })
    output.say(`Watch it in the browser: ${link}`)
    output.say('Kill a worker by its pid: after ten seconds another repeats its step.')
    if (hasScreen(env, output.isLive)) await openWindow(link, env)
  }
  // At a terminal the page stays for a look around; a script must not wait forever.
  const stay = async (): Promise<void> => {
    if (!output.isLive) return
    output.say('The page stays open. Press Ctrl+C to end the demo.')
    await new Promise<void>((resolve) => stopped.signal.addEventListener('abort', () => resolve()))
  }
  const { signal } = stopped
  const isFast = !output.isLive
  const { completed, all } = await playDemo({
    tools,
    program,
    env,
    isFast,
    say,
    signal,
    show,
    stay,
  })
  output.data({ type: 'result', status: completed === all ? 'completed' : 'error' })
  output.say(`${completed} of ${all} runs are completed`)
  return completed === all ? EXIT.completed : EXIT.error
}

/**
 * In a session of its own: a terminal sends Ctrl+C to PostgreSQL and the workers as well, but they
 * have to be ended one after another. They are even if a second Ctrl+C ends us first.
 */
async function runApart(node: string, args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const child = spawn(node, args, { env, stdio: 'inherit', detached: true })
  void interrupted().then(() => child.kill('SIGTERM'))
  const [code] = (await once(child, 'exit')) as [number | null]
  return code ?? EXIT.interrupted
}
