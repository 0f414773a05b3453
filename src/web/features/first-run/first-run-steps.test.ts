import { expect, it } from 'vitest'
import type { AgentCheck, Checkup } from '../../../contracts/views/settings-view.ts'
import { firstRunSteps } from './first-run-steps.ts'

const agent = (name: string, changes: Partial<AgentCheck> = {}): AgentCheck => ({
  agent: name,
  state: 'ready',
  login: 'account',
  version: '1.0.0',
  path: `/bin/${name}`,
  variable: '',
  install: `npm install -g ${name}`,
  usedFor: [],
  ...changes,
})

const checkup = (agents: AgentCheck[], git: Checkup['git'] = GIT): Checkup => ({
  node: { version: '20', ok: true },
  platform: { name: 'linux', supported: 'yes' },
  git,
  agents,
  project: { dir: '/p', writable: true, hasSpecs: false },
})

const GIT: Checkup['git'] = { version: '2.40', repository: 'clean' }

it('an agent is there when one that is logged in is; the built-in one does not count', () => {
  const built = agent('simulated', { path: null, usedFor: ['impl'] })
  const missing = agent('claude', { state: 'missing', usedFor: ['impl'] })
  const out = agent('claude', { login: 'none', usedFor: ['impl'] })
  expect(firstRunSteps(checkup([built, missing]), null).agent).toMatchObject({
    state: 'todo',
    why: 'missing',
    found: { agent: 'claude' },
  })
  expect(firstRunSteps(checkup([built, out]), null).agent).toMatchObject({ why: 'log-in' })
  expect(firstRunSteps(checkup([out, agent('codex')]), null).agent).toMatchObject({
    state: 'done',
    found: { agent: 'codex' },
  })
})

it('git and checks are said and stop no one', () => {
  const steps = firstRunSteps(checkup([], { version: null, repository: 'no-git' }), null)
  expect(steps.git).toEqual({ state: 'optional', why: 'no-git' })
  expect(steps.checks).toEqual({ state: 'optional', count: 0 })
  expect(firstRunSteps(checkup([]), null).git.state).toBe('done')
})
