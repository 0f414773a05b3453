import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it, onTestFinished } from 'vitest'
import { agentIdSchema } from '../../../contracts/ids.ts'
import { SharedSweep } from './shared-sweep.ts'

const agent = (name: string) => agentIdSchema.parse(`agent_sweep${process.pid}${name}_1_1`)

/** A leftover of an agent: in another group, identified only by its environment. */
async function leftBy(agentId: string): Promise<ChildProcess> {
  const env = { PATH: process.env['PATH'], OTHER: 'SDD_AGENT_ID=no', SDD_AGENT_ID: agentId }
  const child = spawn('sleep', ['60'], { env, detached: true, stdio: 'ignore' })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child, 'spawn')
  return child
}

it('X2 H4 finds what agents have left behind, of many agents at once', async () => {
  const left = agent('left')
  await leftBy(left)
  const sweep = new SharedSweep()
  const asked = Promise.all([left, agent('none'), agent('lef')].map((one) => sweep.finds(one)))
  await sweep.hurry(asked)
  expect(await asked).toEqual([true, false, false])
})

it('X2 finds it without a hurry too, and nothing once it is dead', async () => {
  const left = agent('dead')
  const child = await leftBy(left)
  const sweep = new SharedSweep()
  expect(await sweep.finds(left)).toBe(true)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(await sweep.finds(left)).toBe(false)
})

it('X2 who hurries is waited for, though nothing else keeps the process alive', () => {
  const module = new URL(
    '../../../../.cache/compiled/host/agents/process/shared-sweep.js',
    import.meta.url,
  )
  const script = `import { SharedSweep } from '${module.href}'
    const sweep = new SharedSweep()
    await sweep.hurry(Promise.resolve().then(() => sweep.finds('agent_none_1_1')))
    console.log('swept')`
  const out = execFileSync(process.execPath, ['--input-type=module', '-e', script])
  expect(out.toString()).toBe('swept\n')
})
