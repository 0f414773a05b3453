import { settingsFrom } from '../../host/config/settings.ts'
import { checkUp } from '../../host/doctor/checkup.ts'
import { packageVersion } from '../../host/shell/package-files.ts'
import type { WorkerCalls } from '../gateway/worker-calls.ts'
import type { FoundAgent } from '../../contracts/views/workers.ts'

/** A log-in may come or go at any time. */
const EVERY_MS = 60_000

interface Introduction {
  calls: Pick<WorkerCalls, 'introduced'>
  slots: number
  env: NodeJS.ProcessEnv
  reportError: (error: unknown) => void
}

/** Tells the coordinator what this worker is, now and regularly; returns how to stop that. */
export function keepIntroduced(introduction: Introduction): () => void {
  const { calls, slots, env, reportError } = introduction
  const introduce = async (): Promise<void> => {
    const agents = await foundAgents(env)
    await calls.introduced({ slots, version: packageVersion(), agents })
  }
  let isOver = false
  const introduceNow = (): void =>
    void introduce().catch((error: unknown) => {
      if (!isOver) reportError(error)
    })
  introduceNow()
  const timer = setInterval(introduceNow, EVERY_MS)
  return () => {
    isOver = true
    clearInterval(timer)
  }
}

async function foundAgents(env: NodeJS.ProcessEnv): Promise<FoundAgent[]> {
  const { agents } = await checkUp({ folders: null, settings: settingsFrom({}), env })
  return agents
    .filter(({ state }) => state === 'ready')
    .map(({ agent, version, login }) => ({ name: agent, version, login }))
}
