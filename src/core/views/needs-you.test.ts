import { describe, expect, it } from 'vitest'
import type { AgentInfo } from '../../contracts/launch/agent.ts'
import { specNamed } from '../../contracts/work-item.ts'
import { rowAt } from '../../testkit/spec-row.ts'
import { needsOf, silentAgents } from './needs-you.ts'

const agent = (name: string, agentId: string, status = 'hang') =>
  ({
    agentId,
    item: specNamed(name),
    status,
    startedAt: '2026-01-01T00:00:00.000Z',
    lastOutputAt: null,
  }) as unknown as AgentInfo
const running = (name: string) =>
  rowAt('design', { item: specNamed(name), run: { status: 'running', phase: 'design' } })

describe('what needs the user', () => {
  it('counts an item once, however many of its agents are silent', () => {
    const silent = silentAgents([agent('a', 'one'), agent('a', 'two'), agent('b', 'x', 'running')])
    const needs = needsOf([running('a'), running('b')], silent)
    expect(needs.map(({ id }) => id)).toEqual(['hang:two'])
  })

  it('is no silent agent of a run that is over, and none where a question is open anyway', () => {
    const over = rowAt('design', {
      item: specNamed('over'),
      run: { status: 'paused', reason: 'user', phase: 'design' },
    })
    const asks = rowAt('design', {
      item: specNamed('asks'),
      run: { status: 'running', phase: 'design' },
      question: { id: 'q', tool: 'Bash', summary: 'ls' },
    })
    const needs = needsOf([over, asks], silentAgents([agent('over', '1'), agent('asks', '2')]))
    expect(needs.map(({ kind }) => kind)).toEqual(['question'])
  })

  it('has decisions before what broke, and that before what may pass by itself; each newest first', () => {
    const at = (name: string, reason: 'timeout' | 'quota' | 'needs-discussion', activeAt: string) =>
      rowAt('design', {
        item: specNamed(name),
        activeAt,
        run: { status: reason === 'timeout' ? 'error' : 'paused', reason, phase: 'design' },
      })
    const rows = [
      at('noise', 'quota', '2026-01-09'),
      at('broke', 'timeout', '2026-01-08'),
      at('old', 'needs-discussion', '2026-01-01'),
      at('new', 'needs-discussion', '2026-01-02'),
    ]
    const names = needsOf(rows, new Map()).map(({ item }) => item.name)
    expect(names).toEqual(['new', 'old', 'broke', 'noise'])
  })
})
