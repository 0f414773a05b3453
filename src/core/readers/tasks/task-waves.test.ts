import { describe, expect, it } from 'vitest'
import { readTasks } from './tasks-document.ts'

const LIST = `- [x] 1. Store
  - [x] 1.1 Table
  - [ ] 1.2 Index
- [ ]\\* 2. Extra
`
const graph = (json: string): string =>
  `${LIST}\n## Task Dependency Graph\n\n\`\`\`json\n${json}\n\`\`\`\n`

function read(text: string) {
  const reading = readTasks(text)
  if (!reading.ok) throw new Error(reading.why)
  return reading
}

const shown = (text: string) =>
  read(text).tasks.map(({ id, parallel, depends }) => [id, parallel, depends.join()])

describe('the waves of Kiro', () => {
  it('say what can be done at once and after what', () => {
    const waves = {
      waves: [
        { id: 0, tasks: ['1.1'] },
        { id: 1, tasks: ['1.2', '2'] },
      ],
    }
    expect(shown(graph(JSON.stringify(waves, null, 2)))).toEqual([
      ['1', false, ''],
      ['1.1', false, ''],
      ['1.2', true, '1.1'],
      ['2', true, '1.1'],
    ])
  })

  it('are read as plain lists too, and with the line ends of Windows', () => {
    const text = graph('{"waves":[["1.1"],["1.2"]]}').replaceAll('\n', '\r\n')
    expect(shown(text)[2]).toEqual(['1.2', false, '1.1'])
  })

  it.each(['{ broken', '[]', '{"waves":7}', '{"waves":[null,{"tasks":[1,{}]}]}', 'null'])(
    '%s says nothing, and the tasks are read anyway',
    (json) => {
      expect(shown(graph(json))).toEqual(shown(LIST))
      expect(read(graph(json)).counts).toEqual(read(LIST).counts)
    },
  )

  it('an escaped star is an optional task', () => {
    expect(read(LIST).counts).toMatchObject({ total: 3, optional: { total: 1 } })
  })
})
