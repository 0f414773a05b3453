import { specNamed, type WorkItem } from '../../../contracts/work-item.ts'
import { describe, expect, it } from 'vitest'
import type { AgentInfo, AgentStatus } from '../../../contracts/launch/agent.ts'
import { agentsToShow } from './agent-list.ts'

const agent = (
  agentId: string,
  more: { startedAt: string; status?: AgentStatus; item?: WorkItem },
): AgentInfo =>
  ({ agentId, item: specNamed('sign-in'), status: 'completed', ...more }) as unknown as AgentInfo

const agents = [
  agent('old', { startedAt: '2026-01-01T00:00:00.000Z' }),
  agent('busy', { startedAt: '2026-01-02T00:00:00.000Z', status: 'running' }),
  agent('silent', {
    startedAt: '2026-01-03T00:00:00.000Z',
    status: 'hang',
    item: specNamed('search'),
  }),
  agent('new', { startedAt: '2026-01-04T00:00:00.000Z', status: 'failed' }),
]
const ids = (filter: Parameters<typeof agentsToShow>[1]): string[] =>
  agentsToShow(agents, filter).map(({ agentId }) => agentId)

describe('the list of agents', () => {
  it('shows those at work first, then the newest', () => {
    expect(ids({ status: null, spec: '' })).toEqual(['silent', 'busy', 'new', 'old'])
  })

  it('is narrowed down by status and by a part of the name of the spec', () => {
    expect(ids({ status: 'failed', spec: '' })).toEqual(['new'])
    expect(ids({ status: null, spec: ' Sear' })).toEqual(['silent'])
    expect(ids({ status: 'failed', spec: 'search' })).toEqual([])
  })

  it('finds a name with capital letters', () => {
    const item = specNamed('Login-OAuth')
    const capital = agent('capital', { startedAt: '2026-01-05T00:00:00.000Z', item })
    for (const spec of ['Login', 'oauth'])
      expect(agentsToShow([...agents, capital], { status: null, spec })).toEqual([capital])
  })
})
