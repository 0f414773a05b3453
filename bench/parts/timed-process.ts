import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** From the start of a Node program to its exit, in ms. */
export async function timeProcess(args: string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  const begin = performance.now()
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...env },
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  const ms = performance.now() - begin
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`)
  return ms
}

/** The program's peak memory; measured in a separate run, because measuring takes time. */
export async function peakOfProcess(dir: string, args: string[], env = {}): Promise<number> {
  const asking = join(dir, 'peak.cjs')
  const answer = join(dir, 'peak.txt')
  const script = `process.on('exit', () => require('node:fs').writeFileSync(
    ${JSON.stringify(answer)}, String(process.resourceUsage().maxRSS / 1024)))`
  writeFileSync(asking, script)
  await timeProcess(['--require', asking, ...args], env)
  return Math.round(Number(readFileSync(answer, 'utf8')))
}
