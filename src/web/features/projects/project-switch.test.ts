import { beforeEach, describe, expect, it } from 'vitest'
import type { Connection } from '../../../client/connection.ts'
import type { ProjectId } from '../../../contracts/ids.ts'
import { specNamed } from '../../../contracts/work-item.ts'
import { connectStores } from '../../app/live.ts'
import { useOverlay } from '../../app/overlay-store.ts'
import { takePlanned, useAsks } from '../ask/ask-store.ts'
import { useArchive } from '../board/archive/archive-store.ts'
import { useBoard } from '../board/board-store.ts'
import { usePicked } from '../board/bulk/picked-store.ts'
import { useInsights } from '../insights/insights-store.ts'
import { useReports } from '../report/report-store.ts'
import { useSaved } from '../saved/saved-store.ts'
import { useSettings } from '../settings/settings-store.ts'
import { commentPlace, linesBegun, useComments } from '../spec/documents/comments/comments-store.ts'
import { useReturned } from '../spec/workflow/returned-store.ts'
import { useSteering } from '../steering/steering-store.ts'
import { useProjects } from './projects-store.ts'

const [A, B] = ['a', 'b'] as [ProjectId, ProjectId]
const ITEM = specNamed('twin')

interface Call {
  project: ProjectId
  method: string
  reply(value: unknown): void
}

/** Replies when the test says so. */
class PatientHost implements Connection {
  readonly status = 'online'
  calls: Call[] = []

  call(project: ProjectId, method: string): Promise<never> {
    return new Promise((resolve) => {
      const reply = (value: unknown): void => resolve({ ok: true, value } as never)
      this.calls.push({ project, method, reply })
    })
  }

  callHost(method: string, input: object): Promise<never> {
    if ('project' in input) return this.call(input.project as ProjectId, method)
    return Promise.resolve({ ok: true, value: {} } as never)
  }

  /** Replies to the open calls about a project. */
  async reply(project: ProjectId): Promise<void> {
    const due = this.calls.filter((call) => call.project === project)
    this.calls = this.calls.filter((call) => call.project !== project)
    for (const { method, reply } of due) reply(valueOf(method, project))
    await settle()
  }

  onStatus = () => () => undefined
  onNews = () => () => undefined
  openLog = (): never => {
    throw new Error('no log')
  }
  retry(): void {}
  close(): void {}
}

/** A recognizable value of each method. */
function valueOf(method: string, project: ProjectId): unknown {
  switch (method) {
    case 'archived':
    case 'saved':
      return [{ id: project, at: '' }]
    case 'conversation':
      return { turns: [{ id: 1, question: project, status: 'answered' }] }
    case 'ask':
      return { id: 2, question: project, status: 'answered' }
    case 'document':
      return { text: `### C1: Found in ${project}\n` }
    default:
      return { of: project }
  }
}

const settle = () => new Promise((resolve) => setTimeout(resolve))

let host: PatientHost

beforeEach(() => {
  host = new PatientHost()
  connectStores(host)
  useProjects.setState({ hello: null, current: A })
})

const insights = () => useInsights.getState()
const settings = () => useSettings.getState()

/** What is on screen of each, and how it is loaded. */
const LOADED: [string, { load(): unknown; shown(): unknown }][] = [
  [
    'the archive',
    { load: () => useArchive.getState().load(), shown: () => useArchive.getState().specs },
  ],
  [
    'saved work',
    { load: () => useSaved.getState().load(), shown: () => useSaved.getState().works },
  ],
  [
    'the content of saved work',
    { load: () => useSaved.getState().show('ref'), shown: () => useSaved.getState().shown },
  ],
  [
    'steering documents',
    { load: () => useSteering.getState().load(), shown: () => useSteering.getState().view },
  ],
  [
    'a conversation',
    {
      load: () => useAsks.getState().load('project'),
      shown: () => useAsks.getState().conversations.get('project') ?? null,
    },
  ],
  [
    'a question just asked',
    {
      load: () => useAsks.getState().ask('project', { text: 'why', fresh: true }),
      shown: () => useAsks.getState().conversations.get('project') ?? null,
    },
  ],
  [
    'the report of an item',
    {
      load: () => useReports.getState().loadItem(ITEM),
      shown: () => [...useReports.getState().items.values()][0] ?? null,
    },
  ],
  [
    'the report of a project',
    {
      load: () => useReports.getState().loadProject('12h'),
      shown: () => useReports.getState().project,
    },
  ],
  ['insights', { load: () => insights().load(ITEM), shown: () => insights().insights }],
  [
    'issues raised again',
    {
      load: () => useReturned.getState().load(ITEM, [1, 2]),
      shown: () => [...useReturned.getState().issues.values()][0] ?? null,
    },
  ],
  ['settings', { load: () => settings().load(), shown: () => settings().settings }],
  [
    'a setting just changed',
    { load: () => settings().change('agent', 'codex'), shown: () => settings().settings },
  ],
  ['the checkup', { load: () => settings().loadCheckup(), shown: () => settings().checkup }],
]

describe('the report of a project', () => {
  it('is of the time chosen last, whichever reply comes last', async () => {
    const { loadProject } = useReports.getState()
    void loadProject('1w')
    void loadProject('12h')
    const [week, hours] = host.calls
    hours?.reply('of 12 h')
    await settle()
    week?.reply('of a week')
    await settle()
    expect(useReports.getState().project).toBe('of 12 h')
  })
})

const show = (project: ProjectId): void => useProjects.setState({ current: project })

describe.each(LOADED)('%s of a project', (_, { load, shown }) => {
  it('leaves the screen with the project', async () => {
    void load()
    await host.reply(A)
    expect(shown()).not.toBeNull()
    show(B)
    expect(shown()).toBeNull()
  })

  it('does not replace that of the next project when its reply comes late', async () => {
    void load()
    show(B)
    void load()
    await host.reply(A)
    expect(shown()).toBeNull()
    await host.reply(B)
    expect(shown()).not.toBeNull()
  })
})

describe('what was begun in a project', () => {
  it('an unsent comment is there again in its own project only', () => {
    const on = { document: 'requirements.md' }
    useComments.getState().write(commentPlace(ITEM, on, 3), 'of a')
    show(B)
    expect([...linesBegun(ITEM, on)]).toEqual([])
    expect(useComments.getState().written[commentPlace(ITEM, on, 3)]).toBeUndefined()
    show(A)
    expect([...linesBegun(ITEM, on)]).toEqual([3])
  })

  it('a plan does not become a spec of another project', () => {
    useAsks.setState({ planned: 'of a' })
    show(B)
    expect(takePlanned()).toBe('')
  })

  it('selected rows, a question about a row and an open dialog do not pass to another project', () => {
    usePicked.getState().pick(['spec/twin' as never])
    useBoard.setState({ asked: { what: 'delete', item: ITEM } })
    useOverlay.getState().show('steering')
    show(B)
    expect(usePicked.getState().picked.size).toBe(0)
    expect(useBoard.getState().asked).toBeNull()
    expect(useOverlay.getState().shown).toBeNull()
  })
})
