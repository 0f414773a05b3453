import type { SessionUpdate } from '@agentclientprotocol/sdk'
import { describe, expect, it } from 'vitest'
import type { AgentEvent } from '../../contracts/agent-events.ts'
import { AcpUpdates } from './acp-updates.ts'

const eventsOf = (updates: SessionUpdate[]): AgentEvent[] => {
  const events: AgentEvent[] = []
  const reader = new AcpUpdates((event) => events.push(event))
  for (const update of updates) reader.take(update)
  reader.flush()
  return events
}

const said = (text: string): SessionUpdate => ({
  sessionUpdate: 'agent_message_chunk',
  content: { type: 'text', text },
})

describe('AcpUpdates', () => {
  it('puts the pieces of a text together and tells a tool once, with its input', () => {
    const toolCallId = 'call_1'
    const input = { filePath: '/a' }
    expect(
      eventsOf([
        said('I '),
        said('write.'),
        { sessionUpdate: 'tool_call', toolCallId, title: 'write', kind: 'edit', rawInput: {} },
        { sessionUpdate: 'tool_call_update', toolCallId, status: 'in_progress', rawInput: input },
        {
          sessionUpdate: 'tool_call_update',
          toolCallId,
          status: 'completed',
          title: 'some/file.txt',
          content: [{ type: 'content', content: { type: 'text', text: 'Wrote it.' } }],
        },
        said('done'),
      ]),
    ).toEqual([
      { type: 'text', text: 'I write.' },
      { type: 'tool-call', id: 'call_1', name: 'write', input },
      { type: 'tool-result', id: 'call_1', ok: true, text: 'Wrote it.' },
      { type: 'text', text: 'done' },
    ])
  })

  it('finds the name and the file of a tool that tells neither', () => {
    expect(
      eventsOf([
        {
          sessionUpdate: 'tool_call_update',
          toolCallId: 'write_file__fc_1',
          status: 'failed',
          title: 'Writing to a.txt',
          locations: [{ path: '/p/a.txt' }],
          kind: 'edit',
        },
      ]),
    ).toMatchObject([
      { type: 'tool-call', name: 'write_file', input: { path: '/p/a.txt' } },
      { type: 'tool-result', ok: false },
    ])
  })

  it('keeps the cost in dollars only', () => {
    const reader = new AcpUpdates(() => undefined)
    const usage = { sessionUpdate: 'usage_update', used: 1, size: 2 } as const
    reader.take({ ...usage, cost: { amount: 3, currency: 'EUR' } })
    expect(reader.costUsd).toBeNull()
    reader.take({ ...usage, cost: { amount: 3, currency: 'USD' } })
    expect(reader.costUsd).toBe(3)
  })
})
